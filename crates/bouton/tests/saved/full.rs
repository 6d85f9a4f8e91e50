//! A disk that fills up while a solution is written: what was there before stays, and nothing is left half-written.

use super::{Folder, game, games, solved, write};
use bouton::checkpoint::Disk;
use bouton::saved::{Trouble, save_through};
use bouton::{Limits, Meter, Silent};
use serde_json::json;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};

/// A file on a disk with room for so many bytes, and perhaps none left when they are to be kept.
#[derive(Debug)]
struct Full {
    file: File,
    room: usize,
    keeps: bool,
}

impl Write for Full {
    fn write(&mut self, some: &[u8]) -> io::Result<usize> {
        let fit = some.len().min(self.room);
        if fit == 0 && !some.is_empty() {
            return Err(ErrorKind::StorageFull.into());
        }
        self.room -= fit;
        self.file.write(&some[..fit])
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Read for Full {
    fn read(&mut self, some: &mut [u8]) -> io::Result<usize> {
        self.file.read(some)
    }
}

impl Seek for Full {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

impl Disk for Full {
    fn resize(&mut self, len: u64) -> io::Result<()> {
        self.file.resize(len)
    }

    fn keep(&mut self) -> io::Result<()> {
        if self.keeps { self.file.keep() } else { Err(ErrorKind::StorageFull.into()) }
    }
}

#[test]
fn a_disk_that_fills_up_leaves_what_was_there() {
    let folder = Folder::new("full");
    for (name, params, method) in games().into_iter().chain([("connect-four", json!({}), Some("layers"))]) {
        let game = game(name, &params);
        let solution = solved(&game, method);
        write(&folder.file(), &game, &solution).unwrap();
        let wanted = fs::read(folder.file()).unwrap();
        let limits = Limits::default();
        let written = |room: usize, keeps: bool| {
            let through = |file| Box::new(Full { file, room, keeps }) as Box<dyn Disk>;
            save_through(&folder.file(), &game, &solution, &mut Meter::new(&limits, &Silent), &through)
        };
        let rooms = (0..24).map(|nth| ((wanted.len() - 1) * nth / 23, true)).chain([(wanted.len(), false)]);
        for ((room, keeps), before) in rooms.flat_map(|room| [(room, None), (room, Some(b"an older solution"))]) {
            let _ = fs::remove_file(folder.file());
            before.iter().for_each(|bytes| fs::write(folder.file(), bytes).unwrap());
            let failed = written(room, keeps).unwrap_err();
            assert!(matches!(&failed, Trouble::Io(error) if error.kind() == ErrorKind::StorageFull), "{failed}");
            assert_eq!(failed.to_string(), "the disk is full");
            let left: Vec<_> = fs::read_dir(&folder.0).unwrap().map(|entry| entry.unwrap().file_name()).collect();
            assert_eq!(left.len(), before.iter().len(), "{name}, {room} of {}: {left:?}", wanted.len());
            assert!(fs::read(folder.file()).ok() == before.map(|bytes| bytes.to_vec()), "{name}, {room}");
        }
        written(wanted.len(), true).unwrap();
        assert!(fs::read(folder.file()).unwrap() == wanted, "{name}: there is just room enough");
    }
}
