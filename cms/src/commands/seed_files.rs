//! Loads a seed: the starter content that ships with Karst, or a folder with the same files for another region.

use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::settings::pages::service::StandingPages;

/// The files of `cms/seeds`, included at compile time.
macro_rules! bundled {
    ($($file:literal),+ $(,)?) => {
        [$(($file, include_str!(concat!("../../seeds/", $file)))),+]
    };
}
const BUNDLED: [(&str, &str); 15] = bundled![
    "settings.json",
    "pages.json",
    "categories.json",
    "places.json",
    "articles.json",
    "articles/which-cave-is-yours.html",
    "articles/when-to-come.html",
    "articles/son-doong-the-honest-version.html",
    "articles/the-motorbike-loop.html",
    "articles/tu-lan-and-the-village-that-floats.html",
    "articles/bong-lai-by-bicycle.html",
    "articles/phong-nha-and-tien-son-by-boat.html",
    "articles/nights-in-the-forest.html",
    "articles/paradise-cave-the-long-hall.html",
    "articles/a-day-in-dong-hoi.html",
];

/// The seed to use.
#[derive(Debug, clap::Args)]
pub struct Source {
    /// Folder with the settings and content of another region. Default: the starter content
    #[arg(long, value_name = "FOLDER")]
    pub from: Option<PathBuf>,
}

impl Source {
    /// Loads the seed.
    pub fn seeds(&self) -> anyhow::Result<Seeds> {
        match &self.from {
            Some(folder) => Seeds::from_folder(folder),
            None => Seeds::bundled(),
        }
    }
}

/// The content of a seed, not validated yet.
#[derive(Debug)]
pub struct Seeds {
    /// The settings.
    pub settings: Map<String, Value>,
    /// The standing pages.
    pub pages: StandingPages,
    /// Requests that create categories.
    pub categories: Vec<Value>,
    /// Requests that create places, with `categories` as slugs instead of `categoryIds`, and with `checkedAt`, the time
    /// of the check of verified places.
    pub places: Vec<Value>,
    /// Requests that create articles.
    pub articles: Vec<Value>,
}

impl Seeds {
    /// The starter content that ships with Karst.
    pub fn bundled() -> anyhow::Result<Self> {
        Self::load(|file| {
            let found = BUNDLED.iter().find(|(name, _)| *name == file);
            found.map(|(_, text)| (*text).to_owned()).with_context(|| format!("there is no {file}"))
        })
    }

    /// A seed from the files in a folder.
    pub fn from_folder(folder: &Path) -> anyhow::Result<Self> {
        Self::load(|file| {
            let path = folder.join(file);
            std::fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display()))
        })
    }

    /// Loads a seed; `text` reads a file. The text of an article is in `articles/{slug}.html`.
    fn load(text: impl Fn(&str) -> anyhow::Result<String>) -> anyhow::Result<Self> {
        let mut articles: Vec<Value> = json("articles.json", &text)?;
        for article in &mut articles {
            let slug = article["slug"].as_str().context("articles.json: an article has no slug")?;
            article["contentHtml"] = text(&format!("articles/{slug}.html"))?.into();
        }
        Ok(Self {
            settings: json("settings.json", &text)?,
            pages: json("pages.json", &text)?,
            categories: json("categories.json", &text)?,
            places: json("places.json", &text)?,
            articles,
        })
    }
}

fn json<T: DeserializeOwned>(file: &str, text: impl Fn(&str) -> anyhow::Result<String>) -> anyhow::Result<T> {
    serde_json::from_str(&text(file)?).with_context(|| file.to_owned())
}
