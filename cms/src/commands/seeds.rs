//! What an empty guide is filled with: the content that ships with Karst, or a folder with the same files for another
//! region.

use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::settings::pages::service::StandingPages;

/// The files of `cms/seeds`, as they were when the program was built.
macro_rules! shipped {
    ($($file:literal),+ $(,)?) => {
        [$(($file, include_str!(concat!("../../seeds/", $file)))),+]
    };
}
const SHIPPED: [(&str, &str); 15] = shipped![
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

/// Source of the content of an empty guide.
#[derive(Debug, clap::Args)]
pub struct Source {
    /// Folder with the settings and content of another region. Default: the starter content
    #[arg(long, value_name = "FOLDER")]
    pub from: Option<PathBuf>,
}

impl Source {
    /// What lies there.
    pub fn seeds(&self) -> anyhow::Result<Seeds> {
        match &self.from {
            Some(folder) => Seeds::within(folder),
            None => Seeds::shipped(),
        }
    }
}

/// A guide's content before anything of it was checked.
#[derive(Debug)]
pub struct Seeds {
    /// The region's settings.
    pub settings: Map<String, Value>,
    /// Its pages that stand by themselves.
    pub pages: StandingPages,
    /// Forms of categories.
    pub categories: Vec<Value>,
    /// Forms of places, with `categories` as slugs in place of `categoryIds`, and with `checkedAt`, the time of the check
    /// of those that are verified.
    pub places: Vec<Value>,
    /// Forms of articles.
    pub articles: Vec<Value>,
}

impl Seeds {
    /// The guide that ships with Karst.
    pub fn shipped() -> anyhow::Result<Self> {
        Self::read(|file| {
            let found = SHIPPED.iter().find(|(name, _)| *name == file);
            found.map(|(_, text)| (*text).to_owned()).with_context(|| format!("there is no {file}"))
        })
    }

    /// Another region's, from the files of this folder.
    pub fn within(folder: &Path) -> anyhow::Result<Self> {
        Self::read(|file| {
            let path = folder.join(file);
            std::fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display()))
        })
    }

    /// What a story says lies beside `articles.json`, in a file that is called as the story's address.
    fn read(text: impl Fn(&str) -> anyhow::Result<String>) -> anyhow::Result<Self> {
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
