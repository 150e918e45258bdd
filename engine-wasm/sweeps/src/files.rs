//! Files: reading with a size limit, and atomic writing.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// Prefixes an error with the name of the file.
pub fn in_file<E: std::fmt::Display>(path: &Path) -> impl Fn(E) -> String + '_ {
    move |e| format!("{}: {e}", path.display())
}

/// The text of a file of at most `limit` bytes. No more than that is ever in memory. The error starts with the name of the file.
pub fn read_text(path: &Path, limit: usize) -> Result<String, String> {
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(in_file(path))?;
    file.take(limit as u64 + 1).read_to_end(&mut bytes).map_err(in_file(path))?;
    if bytes.len() > limit {
        return Err(in_file(path)(format!("the file is too long; expected at most {limit} bytes")));
    }
    String::from_utf8(bytes).map_err(|e| {
        let at = e.utf8_error().valid_up_to();
        in_file(path)(format!("not UTF-8 text: byte {at} is invalid"))
    })
}

/// Writes a file atomically, through a temporary file in the same folder. If this fails, the old file is unchanged.
pub fn write(path: &Path, content: &[u8]) -> Result<(), String> {
    let beside = beside(path);
    let written = File::create(&beside).and_then(|mut file| {
        file.write_all(content)?;
        // The content must reach the disk before the name does, in case the machine crashes.
        file.sync_all()?;
        fs::rename(&beside, path)
    });
    written.map_err(|e| {
        // Report the first failure; nothing can be done about another one.
        let _ = fs::remove_file(&beside);
        in_file(path)(e)
    })
}

/// A temporary name in the same folder, unique to this process.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("droptail-files-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        folder
    }

    #[test]
    fn text_is_read_up_to_the_limit() {
        let here = folder("read");
        let file = here.join("text");
        fs::write(&file, "12345").expect("written");
        assert_eq!(read_text(&file, 5), Ok("12345".to_owned()));
        assert!(read_text(&file, 4).unwrap_err().contains("at most 4 bytes"));
        fs::write(&file, b"ab\xff").expect("written");
        assert!(read_text(&file, 5).unwrap_err().contains("byte 2"));
        fs::remove_dir_all(here).expect("removed");
    }

    /// An endless file: reading it completely before checking its size would never finish.
    #[test]
    #[cfg(target_os = "linux")]
    fn an_endless_file_is_too_long() {
        assert!(read_text(Path::new("/dev/zero"), 1000).unwrap_err().contains("too long"));
    }

    #[test]
    fn a_failed_write_leaves_the_old_file() {
        let here = folder("write");
        let file = here.join("table");
        write(&file, b"one").expect("written");
        write(&file, b"two").expect("written");
        assert_eq!(fs::read(&file).expect("a file"), b"two");
        // A folder cannot be replaced by a file.
        let taken = here.join("folder");
        fs::create_dir_all(taken.join("in it")).expect("a folder");
        assert!(write(&taken, b"one").unwrap_err().contains("folder"));
        let names = fs::read_dir(&here).expect("a folder").count();
        assert_eq!(names, 2, "no temporary file remains");
        fs::remove_dir_all(here).expect("removed");
    }
}
