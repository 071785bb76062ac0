//! Pictures beside sharp: what `cargo bench -p imaging` printed, and whether it is within its budgets.

use std::path::Path;

use anyhow::Context;

use crate::budget::Verdict;

/// The most memory that one picture may take, in MiB. (200 MB are 190.)
const PEAK_MIB: f64 = 190.0;
/// What two scores of SSIMULACRA2 may differ by and still be called the same.
const SAME_QUALITY: f64 = 0.5;

/// What was printed.
#[derive(Clone, Debug)]
pub struct Pictures(String);

/// Cost of one side: CPU in milliseconds, peak in MiB.
struct Cost {
    cpu_ms: f64,
    peak_mib: f64,
}

impl Pictures {
    /// Reads it from a file.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let text = std::fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))?;
        Ok(Self(text.trim().to_owned()))
    }

    /// As it was printed, in Markdown.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Its budgets.
    pub fn verdicts(&self) -> anyhow::Result<Vec<Verdict>> {
        let (own, sharp) = (self.cost("imaging")?, self.cost("sharp")?);
        let (ours, theirs) = self.quality()?;
        Ok(vec![
            Verdict {
                budget: "a photo of 12 megapixels to all files: no more CPU than sharp, at the same quality".into(),
                figure: format!(
                    "{:.0} ms, sharp {:.0} ms; SSIMULACRA2 {ours:.1}, sharp {theirs:.1} in the mean",
                    own.cpu_ms, sharp.cpu_ms
                ),
                is_met: own.cpu_ms <= sharp.cpu_ms && ours >= theirs - SAME_QUALITY,
            },
            Verdict {
                budget: "peak memory for it under 200 MB".into(),
                figure: format!("{:.0} MiB", own.peak_mib),
                is_met: own.peak_mib < PEAK_MIB,
            },
        ])
    }

    fn cost(&self, of: &str) -> anyhow::Result<Cost> {
        let row = self.rows().find(|row| row[0] == of && row.len() == 4).context("a side is missing in the figures")?;
        Ok(Cost { cpu_ms: row[2].parse()?, peak_mib: row[3].parse()? })
    }

    /// The mean score of all files against the photo made smaller in light, ours and sharp's.
    fn quality(&self) -> anyhow::Result<(f64, f64)> {
        let mut scores: Vec<(f64, f64)> = Vec::new();
        for row in self.rows().filter(|row| row[0].contains('.') && row.len() == 7) {
            scores.push((row[3].parse()?, row[4].parse()?));
        }
        let count = scores.len() as f64;
        anyhow::ensure!(count > 0.0, "no file has a score");
        let mean = |of: fn(&(f64, f64)) -> f64| scores.iter().map(of).sum::<f64>() / count;
        Ok((mean(|one| one.0), mean(|one| one.1)))
    }

    fn rows(&self) -> impl Iterator<Item = Vec<&str>> {
        self.0.lines().filter_map(cells)
    }
}

/// The cells of a table's row.
fn cells(line: &str) -> Option<Vec<&str>> {
    line.strip_prefix("| ")?.strip_suffix(" |").map(|row| row.split(" | ").collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRINTED: &str = "A photo.

| | wall ms | CPU ms | peak MiB |
|---|---:|---:|---:|
| imaging | 495 | 500 | 56 |
| sharp | 565 | 580 | 117 |

| file | imaging bytes | sharp bytes | linear reference: imaging | sharp | sRGB reference: imaging | sharp |
|---|---:|---:|---:|---:|---:|---:|
| 320.webp | 8036 | 7832 | 76.7 | 76.6 | 76.7 | 76.6 |
| 1280.jpg | 114285 | 113325 | 83.7 | 83.8 | 83.7 | 83.8 |
";

    fn met(printed: &str) -> Vec<bool> {
        let verdicts = Pictures(printed.to_owned()).verdicts().expect("verdicts");
        verdicts.iter().map(|verdict| verdict.is_met).collect()
    }

    #[test]
    fn cost_and_quality_are_both_asked_for() {
        assert_eq!(met(PRINTED), [true, true]);
        assert_eq!(met(&PRINTED.replace("| 495 | 500 | 56 |", "| 495 | 590 | 191 |")), [false, false]);
        assert_eq!(met(&PRINTED.replace("| 76.7 | 76.6 | 76.7", "| 70.7 | 76.6 | 76.7")), [false, true]);
    }
}
