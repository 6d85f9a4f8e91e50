//! The list of hosts: where each process listens, a line each, in the order of their numbers.

/// Where each process listens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hosts(pub Vec<String>);

impl Hosts {
    /// Reads `host:port` lines; empty ones and those that begin with `#` say nothing.
    ///
    /// # Errors
    /// The number of a line that is no address, from 1, and that line.
    pub fn read(text: &str) -> Result<Hosts, (usize, String)> {
        let mut hosts = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let port =
                line.rsplit_once(':').filter(|(host, _)| !host.is_empty() && !host.contains(char::is_whitespace));
            if port
                .is_none_or(|(_, port)| port.parse::<u16>().is_ok_and(|port| port == 0) || port.parse::<u16>().is_err())
            {
                return Err((number + 1, line.to_owned()));
            }
            if hosts.iter().any(|known| known == line) {
                return Err((number + 1, line.to_owned()));
            }
            hosts.push(line.to_owned());
        }
        Ok(Hosts(hosts))
    }
}

#[cfg(test)]
mod tests {
    use super::Hosts;

    #[test]
    fn lines_are_addresses() {
        let read = Hosts::read("# four\nnode1:4100\n\n node2:4100 \n[::1]:4100\n").map(|hosts| hosts.0);
        assert_eq!(read, Ok(vec!["node1:4100".to_owned(), "node2:4100".to_owned(), "[::1]:4100".to_owned()]));
        for (line, text) in
            [(1, "node1"), (2, "a:1\nb:70000"), (2, "\n:4100"), (2, "a:1\na:1"), (1, "a b:1"), (1, "a:0")]
        {
            assert_eq!(Hosts::read(text).map_err(|(line, _)| line), Err(line), "{text}");
        }
    }
}
