//! A cache tag names data, such as one place. Each cached response has the tags of the data that it shows. A change has
//! the tags of the data that it affects, and invalidates all responses with one of these tags.

use std::fmt::{Display, Formatter};

use serde::{Deserialize, Serialize};

use super::id::{ArticleId, CategoryId, PlaceId};

macro_rules! cache_tags {
    ($($(#[$doc:meta])+ $name:ident = $text:literal,)+) => {
        /// A cache tag. Its text, such as `place:7`, is stored in the change log and sent to the renderer.
        #[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(from = "String", into = "String")]
        pub enum CacheTag {
            $($(#[$doc])+ $name,)+
            /// A place: `place:7`.
            Place(PlaceId),
            /// The page at a current or former slug of a place: `place-slug:dark-cave`.
            PlaceSlug(Box<str>),
            /// The likes of a place: `likes:7`.
            PlaceLikes(PlaceId),
            /// An article: `article:7`.
            Article(ArticleId),
            /// A category: `category:7`. No page or response has this tag. Only the change feed uses it.
            Category(CategoryId),
            /// The cached page at a path: `page:/explore`.
            CachedPage(Box<str>),
            /// A tag of a newer version, which may share the change log during an upgrade. No page or response of this
            /// version has it. It is sent to the renderer unchanged.
            Unknown(Box<str>),
        }

        impl Display for CacheTag {
            fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
                match self {
                    $(Self::$name => f.write_str($text),)+
                    Self::Place(id) => write!(f, "place:{id}"),
                    Self::PlaceSlug(slug) => write!(f, "place-slug:{slug}"),
                    Self::PlaceLikes(id) => write!(f, "likes:{id}"),
                    Self::Article(id) => write!(f, "article:{id}"),
                    Self::Category(id) => write!(f, "category:{id}"),
                    Self::CachedPage(path) => write!(f, "page:{path}"),
                    Self::Unknown(text) => f.write_str(text),
                }
            }
        }

        impl From<String> for CacheTag {
            fn from(text: String) -> Self {
                match text.as_str() {
                    $($text => Self::$name,)+
                    _ => Self::parse_with_value(&text).unwrap_or_else(|| Self::Unknown(text.into())),
                }
            }
        }
    };
}

// The change follower invalidates a cached page only after the renderer has invalidated its own caches. The tags of
// cached pages and files are therefore not in the change log.
cache_tags! {
    /// All lists of places.
    Places = "places",
    /// Data that the pages of all places show, such as categories.
    PlacePages = "place-pages",
    /// The likes of any place. Pages load likes separately, so only API responses have this tag.
    Likes = "likes",
    /// The categories.
    Categories = "categories",
    /// All lists of articles.
    Articles = "articles",
    /// Data that the pages of all articles show.
    ArticlePages = "article-pages",
    /// The guestbook.
    Guestbook = "guestbook",
    /// The lists and feeds of alerts.
    Alerts = "alerts",
    /// The current alerts of the whole guide, which every page shows.
    GuideAlerts = "guide-alerts",
    /// The settings.
    Settings = "settings",
    /// The standing pages.
    StandingPages = "standing-pages",
    /// All cached pages.
    CachedPages = "pages",
    /// The cached pages of all places.
    CachedPlacePages = "pages:places",
    /// The cached pages of all articles.
    CachedArticlePages = "pages:articles",
    /// The cached parts of the sitemap.
    CachedSitemapParts = "pages:sitemap",
    /// Cached files of the site's build. Their names contain content hashes, so they never change.
    SiteFiles = "built",
    /// Cached files of the console's build. Their names contain content hashes, so they never change.
    ConsoleFiles = "console",
}

impl CacheTag {
    /// The tag of the cached page at this path.
    pub fn cached_page(path: &str) -> Self {
        Self::CachedPage(path.into())
    }

    /// Whether the tag names one place, by id or slug, or one article. `false` for tags of likes, categories and lists.
    pub fn is_place_or_article_tag(&self) -> bool {
        matches!(self, Self::Place(_) | Self::PlaceSlug(_) | Self::Article(_))
    }

    /// Parses a text of the form `kind:value`. `None` without a colon, for an unknown kind, or for an invalid id.
    fn parse_with_value(text: &str) -> Option<Self> {
        let (kind, value) = text.split_once(':')?;
        Some(match kind {
            "place" => Self::Place(PlaceId(value.parse().ok()?)),
            "place-slug" => Self::PlaceSlug(value.into()),
            "likes" => Self::PlaceLikes(PlaceId(value.parse().ok()?)),
            "article" => Self::Article(ArticleId(value.parse().ok()?)),
            "category" => Self::Category(CategoryId(value.parse().ok()?)),
            "page" => Self::CachedPage(value.into()),
            _ => return None,
        })
    }
}

impl From<CacheTag> for String {
    fn from(tag: CacheTag) -> Self {
        tag.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tag_is_parsed_from_its_text() {
        let tags = [
            (CacheTag::Places, "places"),
            (CacheTag::PlacePages, "place-pages"),
            (CacheTag::Place(PlaceId(7)), "place:7"),
            (CacheTag::PlaceSlug("dark-cave".into()), "place-slug:dark-cave"),
            (CacheTag::Likes, "likes"),
            (CacheTag::PlaceLikes(PlaceId(7)), "likes:7"),
            (CacheTag::Categories, "categories"),
            (CacheTag::Articles, "articles"),
            (CacheTag::ArticlePages, "article-pages"),
            (CacheTag::Article(ArticleId(7)), "article:7"),
            (CacheTag::Category(CategoryId(7)), "category:7"),
            (CacheTag::Guestbook, "guestbook"),
            (CacheTag::Alerts, "alerts"),
            (CacheTag::GuideAlerts, "guide-alerts"),
            (CacheTag::Settings, "settings"),
            (CacheTag::StandingPages, "standing-pages"),
            (CacheTag::CachedPages, "pages"),
            (CacheTag::CachedPlacePages, "pages:places"),
            (CacheTag::CachedArticlePages, "pages:articles"),
            (CacheTag::CachedSitemapParts, "pages:sitemap"),
            (CacheTag::cached_page("/a:b"), "page:/a:b"),
            (CacheTag::SiteFiles, "built"),
            (CacheTag::ConsoleFiles, "console"),
        ];
        for (tag, text) in tags {
            assert_eq!(tag.to_string(), text);
            assert_eq!(CacheTag::from(text.to_owned()), tag, "{text}");
        }
    }

    #[test]
    fn tag_of_a_newer_version_keeps_its_text() {
        for text in ["", "tours", "tour:7", "place:x", "places:7", "pages:tours"] {
            assert_eq!(CacheTag::from(text.to_owned()), CacheTag::Unknown(text.into()));
            assert_eq!(CacheTag::Unknown(text.into()).to_string(), text);
        }
        let stored: Vec<CacheTag> = serde_json::from_str("[\"place:7\", \"tour:7\"]").expect("tags");
        assert_eq!(stored, [CacheTag::Place(PlaceId(7)), CacheTag::Unknown("tour:7".into())]);
        assert_eq!(serde_json::to_string(&stored).expect("JSON"), "[\"place:7\",\"tour:7\"]");
    }

    #[test]
    fn tag_is_no_larger_than_a_string() {
        assert_eq!(size_of::<CacheTag>(), size_of::<String>());
    }
}
