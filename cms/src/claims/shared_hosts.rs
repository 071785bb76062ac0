//! Hosts on which anyone can have a page. A page there does not prove who runs a place.

use url::Url;

/// Domains of social networks, page builders, booking sites and maps. Their subdomains are shared hosts too.
const DOMAINS: &[&str] = &[
    "about.me",
    "agoda.com",
    "airbnb.com",
    "airtable.com",
    "amazonaws.com",
    "appspot.com",
    "azurewebsites.net",
    "bio.link",
    "bit.ly",
    "blogspot.com",
    "booking.com",
    "carrd.co",
    "canva.site",
    "cloudfront.net",
    "expedia.com",
    "facebook.com",
    "fb.com",
    "fb.me",
    "firebaseapp.com",
    "foody.vn",
    "github.io",
    "gitlab.io",
    "goo.gl",
    "google.com",
    "grab.com",
    "herokuapp.com",
    "instagr.am",
    "instagram.com",
    "linktr.ee",
    "m.me",
    "medium.com",
    "netlify.app",
    "notion.site",
    "pages.dev",
    "pinterest.com",
    "shopeefood.vn",
    "t.me",
    "telegram.me",
    "threads.net",
    "tiktok.com",
    "traveloka.com",
    "tripadvisor.com",
    "tumblr.com",
    "twitter.com",
    "vercel.app",
    "wa.me",
    "web.app",
    "weebly.com",
    "whatsapp.com",
    "wixsite.com",
    "wordpress.com",
    "workers.dev",
    "x.com",
    "youtu.be",
    "youtube.com",
    "zalo.me",
];

/// Sites with one domain per country, as in `tripadvisor.com.vn`.
const COUNTRY_SITES: &[&str] = &["airbnb", "blogspot", "expedia", "google", "tripadvisor"];

/// Whether the host of this address is shared by pages of different people, or has no name of its own.
pub fn is_shared(url: &Url) -> bool {
    let Some(host) = url.host_str() else { return true };
    let host = host.trim_end_matches('.').to_lowercase();
    let is_under =
        |domain: &&str| host.strip_suffix(*domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
    let mut labels = host.rsplit('.').skip(1);
    // The label before the country, or before `com` or `co` of the country.
    let name = labels.next().map(|label| if matches!(label, "com" | "co") { labels.next() } else { Some(label) });
    DOMAINS.iter().any(is_under) || name.flatten().is_some_and(|name| COUNTRY_SITES.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::*;

    // R541
    #[test]
    fn pages_of_platforms_are_on_shared_hosts() {
        for (url, expected) in [
            ("https://www.facebook.com/lantern", true),
            ("https://FACEBOOK.com./lantern", true),
            ("https://sites.google.com/view/lantern", true),
            ("https://lantern.blogspot.com", true),
            ("https://lantern.blogspot.com.vn", true),
            ("https://www.tripadvisor.com.vn/lantern", true),
            ("https://www.airbnb.fr/rooms/7", true),
            ("https://lantern-cave.example", false),
            ("https://notfacebook.com", false),
            ("https://www.lantern.com.vn", false),
            ("http://127.0.0.1:8080/", false),
        ] {
            assert_eq!(is_shared(&Url::parse(url).expect(url)), expected, "{url}");
        }
    }
}
