//! `cargo xtask vsix`: the extension for VS Code as one file, as `code --install-extension` takes it. Its client is bundled by esbuild, and what
//! was packed is read back: every file that the extension names must be in it, and the client must load.
//!
//! A .vsix is a zip archive with a manifest; entries are stored as they are, so that nothing but a checksum has to be worked out.

use crate::{read, said, say, target, told};
use std::fs;
use std::path::Path;
use std::process::Command;

const FOLDER: &str = "editors/vscode";

/// What goes into the archive, from the extension's folder.
const FILES: [&str; 6] = [
    "package.json",
    "README.md",
    "language-configuration.json",
    "syntaxes/bouton.tmLanguage.json",
    "syntaxes/codeblock.tmLanguage.json",
    "dist/extension.js",
];

const TYPES: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension=".json" ContentType="application/json"/><Default Extension=".js" ContentType="application/javascript"/><Default Extension=".md" ContentType="text/markdown"/><Default Extension=".txt" ContentType="text/plain"/><Default Extension=".vsixmanifest" ContentType="text/xml"/></Types>
"#;

/// Packs the extension. Says where it is.
///
/// # Errors
/// What went wrong, in words.
pub(crate) fn pack() -> Result<String, String> {
    let folder = Path::new(FOLDER);
    if Command::new("npm").arg("--version").output().is_err() {
        return Ok("there is no Node here (`npm`), which bundles the client: nothing was packed".to_owned());
    }
    for words in [&["ci", "--no-audit", "--no-fund"][..], &["run", "bundle"]] {
        say(&format!("== npm {}", words.join(" ")));
        said("npm", words, folder)?;
    }
    let package = read(&folder.join("package.json"))?;
    let version = field(&package, "version")?;
    let mut archive = Zip::default();
    archive.add("[Content_Types].xml", TYPES.as_bytes())?;
    archive.add("extension.vsixmanifest", manifest(&package, &version)?.as_bytes())?;
    for file in FILES {
        archive.add(&format!("extension/{file}"), read(&folder.join(file))?.as_bytes())?;
    }
    for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
        archive.add(&format!("extension/{licence}.txt"), read(Path::new(licence))?.as_bytes())?;
    }
    named_files_are_there(&package)?;
    client_loads(folder)?;
    let dist = target()?.join("dist");
    let path = dist.join(format!("bouton-{version}.vsix"));
    fs::create_dir_all(&dist)
        .and_then(|()| fs::write(&path, archive.finish()?))
        .map_err(|error| told(&path, &error))?;
    Ok(format!("{} is packed: code --install-extension {0}", path.display()))
}

fn manifest(package: &str, version: &str) -> Result<String, String> {
    let (name, publisher) = (field(package, "name")?, field(package, "publisher")?);
    let (title, about, engine) =
        (field(package, "displayName")?, field(package, "description")?, field(package, "vscode")?);
    Ok(format!(
        r#"<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="{name}" Version="{version}" Publisher="{publisher}"/>
    <DisplayName>{title}</DisplayName>
    <Description xml:space="preserve">{about}</Description>
    <Categories>Programming Languages</Categories>
    <Properties><Property Id="Microsoft.VisualStudio.Code.Engine" Value="{engine}"/></Properties>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
  </Assets>
</PackageManifest>
"#
    ))
}

/// A field of a JSON file that is a text, wherever it stands first.
fn field(json: &str, name: &str) -> Result<String, String> {
    let after = json.split_once(&format!("\"{name}\": \"")).map(|(_, after)| after);
    let value = after.and_then(|after| after.split_once('"')).map(|(value, _)| value.to_owned());
    value.ok_or_else(|| format!("{FOLDER}/package.json has no `{name}`"))
}

/// Every file that `package.json` names is packed.
fn named_files_are_there(package: &str) -> Result<(), String> {
    for named in package.split('"').filter_map(|text| text.strip_prefix("./")) {
        if !FILES.contains(&named) {
            return Err(format!("{FOLDER}/package.json names `{named}`, which is not packed"));
        }
    }
    Ok(())
}

/// The bundle is a program, and has what VS Code calls. Of VS Code there is a stand-in that has everything and does nothing.
fn client_loads(folder: &Path) -> Result<(), String> {
    const STAND_IN: &str = "const any = new Proxy(function () {}, { get: (_, name) => (name === Symbol.toPrimitive ? () => '' : any), apply: () => any, construct: () => any }); \
        const load = require('module')._load; \
        require('module')._load = (name, ...more) => (name === 'vscode' ? any : load(name, ...more)); \
        const client = require('./dist/extension.js'); \
        if (typeof client.activate !== 'function' || typeof client.deactivate !== 'function') throw new Error('no activate');";
    said("node", &["-e", STAND_IN], folder).map(|_| ())
}

/// A zip archive whose entries are stored (PKWARE, APPNOTE 6.3).
#[derive(Default)]
struct Zip {
    bytes: Vec<u8>,
    directory: Vec<u8>,
    entries: u16,
}

impl Zip {
    fn add(&mut self, name: &str, content: &[u8]) -> Result<(), String> {
        let long = |_| format!("`{name}` is too long for an archive");
        let (at, size) = (u32::try_from(self.bytes.len()).map_err(long)?, u32::try_from(content.len()).map_err(long)?);
        let mut about = Vec::new();
        // Version 2.0, names in UTF-8, stored, the first of January 1980: the same bytes for the same files.
        for field in [20_u16, 0x800, 0, 0, 0x21] {
            about.extend(field.to_le_bytes());
        }
        for field in [checksum(content), size, size] {
            about.extend(field.to_le_bytes());
        }
        about.extend(u16::try_from(name.len()).map_err(long)?.to_le_bytes());
        about.extend(0_u16.to_le_bytes());
        self.bytes.extend(0x0403_4b50_u32.to_le_bytes());
        self.bytes.extend(&about);
        self.bytes.extend(name.as_bytes());
        self.bytes.extend(content);
        self.directory.extend(0x0201_4b50_u32.to_le_bytes());
        self.directory.extend(20_u16.to_le_bytes());
        self.directory.extend(&about);
        self.directory.extend([0; 10]);
        self.directory.extend(at.to_le_bytes());
        self.directory.extend(name.as_bytes());
        self.entries += 1;
        Ok(())
    }

    fn finish(mut self) -> std::io::Result<Vec<u8>> {
        let long = |_| std::io::Error::other("the archive is too long");
        let (at, size) =
            (u32::try_from(self.bytes.len()).map_err(long)?, u32::try_from(self.directory.len()).map_err(long)?);
        self.bytes.append(&mut self.directory);
        self.bytes.extend(0x0605_4b50_u32.to_le_bytes());
        self.bytes.extend([0; 4]);
        self.bytes.extend(self.entries.to_le_bytes());
        self.bytes.extend(self.entries.to_le_bytes());
        self.bytes.extend(size.to_le_bytes());
        self.bytes.extend(at.to_le_bytes());
        self.bytes.extend([0; 2]);
        Ok(self.bytes)
    }
}

/// The checksum of zip archives (CRC-32; Peterson and Brown 1961).
fn checksum(bytes: &[u8]) -> u32 {
    let step = |crc: u32| if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 };
    let whole = bytes.iter().fold(u32::MAX, |crc, byte| (0..8).fold(crc ^ u32::from(*byte), |crc, _| step(crc)));
    !whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_that_of_the_standard() {
        assert_eq!(checksum(b"123456789"), 0xCBF4_3926);
    }
}
