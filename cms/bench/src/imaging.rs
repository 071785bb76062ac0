//! Compares the crate `imaging` with sharp, an image library for Node.js. Reads the output of `cargo bench -p imaging`
//! and checks the budgets of images.

use std::path::Path;

use anyhow::Context;

use crate::budget::BudgetResult;

/// The maximum peak memory for one image, in MiB: about 200 MB.
const MAX_PEAK_MEMORY_MIB: f64 = 190.0;
/// Two SSIMULACRA2 scores that differ by less than this count as the same quality.
const MAX_QUALITY_DIFFERENCE: f64 = 0.5;

/// The output of the benchmark, in Markdown.
#[derive(Clone, Debug)]
pub struct ImagingBenchOutput(String);

/// The CPU time and the peak memory that a library needs for one image.
struct Cost {
    cpu_ms: f64,
    peak_memory_mib: f64,
}

impl ImagingBenchOutput {
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let text = std::fs::read_to_string(path).with_context(|| format!("failed to read {}", path.display()))?;
        Ok(Self(text.trim().to_owned()))
    }

    pub fn text(&self) -> &str {
        &self.0
    }

    /// Checks the CPU time, the quality and the peak memory of imaging. Errors: the output lacks a figure.
    pub fn check_budgets(&self) -> anyhow::Result<Vec<BudgetResult>> {
        let (imaging, sharp) = (self.cost("imaging")?, self.cost("sharp")?);
        let (imaging_score, sharp_score) = self.mean_scores()?;
        Ok(vec![
            BudgetResult {
                budget: "preparing a photo of 12 megapixels: no more CPU than sharp, at the same quality".into(),
                measurement: format!(
                    "{:.0} ms, sharp {:.0} ms; SSIMULACRA2 {imaging_score:.1}, sharp {sharp_score:.1} on average",
                    imaging.cpu_ms, sharp.cpu_ms
                ),
                is_met: imaging.cpu_ms <= sharp.cpu_ms && imaging_score >= sharp_score - MAX_QUALITY_DIFFERENCE,
            },
            BudgetResult {
                budget: "peak memory of preparing it under 200 MB".into(),
                measurement: format!("{:.0} MiB", imaging.peak_memory_mib),
                is_met: imaging.peak_memory_mib < MAX_PEAK_MEMORY_MIB,
            },
        ])
    }

    fn cost(&self, library: &str) -> anyhow::Result<Cost> {
        let row = self.rows().find(|row| row[0] == library && row.len() == 4).context("the output lacks a row")?;
        Ok(Cost { cpu_ms: row[2].parse()?, peak_memory_mib: row[3].parse()? })
    }

    /// The mean SSIMULACRA2 scores over all files: the score of imaging, then the score of sharp. Each image is
    /// compared with the reference that was downscaled in linear light.
    fn mean_scores(&self) -> anyhow::Result<(f64, f64)> {
        let mut scores: Vec<(f64, f64)> = Vec::new();
        for row in self.rows().filter(|row| row[0].contains('.') && row.len() == 7) {
            scores.push((row[3].parse()?, row[4].parse()?));
        }
        let count = scores.len() as f64;
        anyhow::ensure!(count > 0.0, "no file has a score");
        let mean = |score_of: fn(&(f64, f64)) -> f64| scores.iter().map(score_of).sum::<f64>() / count;
        Ok((mean(|scores| scores.0), mean(|scores| scores.1)))
    }

    fn rows(&self) -> impl Iterator<Item = Vec<&str>> {
        self.0.lines().filter_map(cells)
    }
}

/// The cells of a table row; `None` if the line is not a table row.
fn cells(line: &str) -> Option<Vec<&str>> {
    line.strip_prefix("| ")?.strip_suffix(" |").map(|row| row.split(" | ").collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const OUTPUT: &str = "A photo.

| | wall ms | CPU ms | peak MiB |
|---|---:|---:|---:|
| imaging | 495 | 500 | 56 |
| sharp | 565 | 580 | 117 |

| file | imaging bytes | sharp bytes | linear reference: imaging | sharp | sRGB reference: imaging | sharp |
|---|---:|---:|---:|---:|---:|---:|
| 320.webp | 8036 | 7832 | 76.7 | 76.6 | 76.7 | 76.6 |
| 1280.jpg | 114285 | 113325 | 83.7 | 83.8 | 83.7 | 83.8 |
";

    fn budgets_met(output: &str) -> Vec<bool> {
        let results = ImagingBenchOutput(output.to_owned()).check_budgets().expect("valid output");
        results.iter().map(|result| result.is_met).collect()
    }

    #[test]
    fn both_cost_and_quality_must_be_within_budget() {
        assert_eq!(budgets_met(OUTPUT), [true, true]);
        assert_eq!(budgets_met(&OUTPUT.replace("| 495 | 500 | 56 |", "| 495 | 590 | 191 |")), [false, false]);
        assert_eq!(budgets_met(&OUTPUT.replace("| 76.7 | 76.6 | 76.7", "| 70.7 | 76.6 | 76.7")), [false, true]);
    }
}
