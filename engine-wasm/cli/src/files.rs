//! Files: read no further than they may be long, and written whole or not at all.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// A failure with the file that it is about.
pub fn told<E: std::fmt::Display>(path: &Path) -> impl Fn(E) -> String + '_ {
    move |e| format!("{}: {e}", path.display())
}

/// The text of a file of at most `limit` bytes; of a longer one no more than that is ever in memory. Fails with what is wrong with
/// it, the file's name before it.
pub fn read_text(path: &Path, limit: usize) -> Result<String, String> {
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(told(path))?;
    file.take(limit as u64 + 1).read_to_end(&mut bytes).map_err(told(path))?;
    if bytes.len() > limit {
        return Err(told(path)(format!("the file is too long; expected at most {limit} bytes")));
    }
    String::from_utf8(bytes).map_err(|e| {
        let at = e.utf8_error().valid_up_to();
        told(path)(format!("not text in UTF-8: byte {at} is not part of a character"))
    })
}

/// Writes a file that is there whole or, when this fails, as it was before: first under another name beside it.
pub fn write(path: &Path, content: &[u8]) -> Result<(), String> {
    let beside = beside(path);
    let written = File::create(&beside).and_then(|mut file| {
        file.write_all(content)?;
        // A name must not outlive its content when the machine goes down.
        file.sync_all()?;
        fs::rename(&beside, path)
    });
    written.map_err(|e| {
        // Nothing more can be done about it, and the first failure is the one to tell.
        let _ = fs::remove_file(&beside);
        told(path)(e)
    })
}

/// Another name in the same folder, of this process alone.
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
    fn a_text_is_read_up_to_its_limit() {
        let here = folder("read");
        let file = here.join("text");
        fs::write(&file, "12345").expect("written");
        assert_eq!(read_text(&file, 5), Ok("12345".to_owned()));
        assert!(read_text(&file, 4).unwrap_err().contains("at most 4 bytes"));
        fs::write(&file, b"ab\xff").expect("written");
        assert!(read_text(&file, 5).unwrap_err().contains("byte 2"));
        fs::remove_dir_all(here).expect("removed");
    }

    /// A file without an end: whoever reads it whole first never says anything.
    #[test]
    #[cfg(target_os = "linux")]
    fn a_file_without_an_end_is_too_long() {
        assert!(read_text(Path::new("/dev/zero"), 1000).unwrap_err().contains("too long"));
    }

    #[test]
    fn what_cannot_be_written_leaves_what_was_there() {
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
        assert_eq!(names, 2, "no part of a file stays behind");
        fs::remove_dir_all(here).expect("removed");
    }
}
