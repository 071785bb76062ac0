//! Detects offers of sellers by generic phrases. They are independent of the product, which the classifier learns.

use super::model::Reason;
use super::words::TokenizedText;
use crate::common::text::fold;

const PRICE: &str = "speaks of a price";
/// The parts of an offer and their phrases, folded by [`fold`]; `#` is a number.
const PARTS: [(&str, &str); 3] = [
    (
        "introduces a seller",
        "at your service, brand new, for hire, for rent, i can be your, i can show, i can take, i offer, i take \
         you, i will take you, just opened, my services, now open, on behalf of, our agency, our company, our \
         new, our partners, our service, our services, our shop, our store, our team, our website, rental, we \
         also arrange, we also offer, we are a, we arrange, we bring, we deliver, we have everything, we help, we \
         offer, we organize, we produce, we provide, we rent, we represent, we sell, we supply, we would be, we \
         would love to, years of experience, ban si, ben em, ben minh, cho thue, chung toi la, chuyen cung cap, \
         cong ty, cua chung toi, cung cap, dich vu, em chuyen, khai truong, kinh nghiem, minh chuyen, nam nghe, \
         nha em, nhan cho, nhan chup, nhan dan, nhan dat, nhan khach, shop em",
    ),
    (
        PRICE,
        "# dollars, # euros, # usd, # vnd, affordable, best price, best prices, cheap, cheapest, commission, \
         discount, fixed price, free of charge, free shipping, get a free, good price, half price, low cost, low \
         price, lower price, lowest price, lowest prices, my rates, one free, per person, price list, promo code, \
         small fee, special offer, special price, special rate, unbeatable, chi tu, chiet khau, gia binh dan, gia \
         chi, gia goc, gia hop ly, gia mem, gia nhom, gia re, gia sinh vien, gia soc, gia tot, giam, khuyen mai, \
         mien phi, nua gia, re nhat, thoa thuan, tron goi, uu dai",
    ),
    (
        "asks for an order",
        "are you interested, ask us, book now, book with, booking at, check it out, check out, come and relax, \
         come and try, contact me, contact us, do not hesitate, do you need, everybody should, everyone should, \
         feel free, for booking, for more information, for reservation, get in touch, inbox, interested in, \
         invites you, join us, like and subscribe, looking forward to your, message me, must try, order online, \
         order yours, planning a trip, please text, registration is open, reserve, send me a message, stop by, \
         tell me your, try us, visit our, visit us, we are waiting, we look forward, write me, write to me, you \
         should try, you will not regret, ai mua, alo em, alo minh, ap dung, dang ky, dat ngay, dat phong, duoc \
         tang, ghe, giu cho, hop tac, kinh moi, lh, lien he, moi ca nha, moi moi nguoi, nen chon, nen di theo, \
         nhan minh, quan tam, quy khach, so luong co han, tham khao, theo yeu cau, tu van, ung ho",
    ),
];
/// Names of messengers, which count as contacts.
const MESSENGERS: [&str; 8] = ["facebook", "instagram", "kakaotalk", "telegram", "viber", "wechat", "whatsapp", "zalo"];
/// The points of an offer by the number of [`PARTS`] in a text, without and with a contact.
const POINTS: [[i64; 4]; 2] = [[0, 25, 50, 95], [0, 40, 60, 95]];

/// The reason if a text has parts of an offer.
pub fn offer(tokenized: &TokenizedText) -> Option<Reason> {
    let text = format!(" {} ", fold(&tokenized.words.join(" ")));
    let has = |phrase: &&str| text.contains(&format!(" {phrase} "));
    let is_reachable =
        tokenized.phones > 0 || tokenized.emails > 0 || tokenized.links.iter().any(|link| !link.is_map());
    let has_contact = is_reachable || MESSENGERS.iter().any(has);
    let mut found: Vec<String> = Vec::new();
    for (what, phrases) in PARTS {
        found.extend(phrases.split(", ").find(has).map(|phrase| format!("{what} (\"{phrase}\")")));
    }
    // Travelers also mention prices: an amount alone is not an offer.
    let speaks_of_price = found.iter().any(|part| part.starts_with(PRICE));
    if tokenized.amounts > 0 && !speaks_of_price && (has_contact || !found.is_empty()) {
        found.push("names a price".to_owned());
    }
    let points = POINTS[usize::from(has_contact)][found.len()];
    if has_contact {
        found.push("gives a contact".to_owned());
    }
    (points != 0).then(|| Reason::new("offer", points, format!("It reads like an offer: it {}.", found.join(", "))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(text: &str) -> i64 {
        offer(&TokenizedText::parse(text)).map_or(0, |reason| reason.points)
    }

    #[test]
    fn offer_more_parts_and_a_contact_add_more() {
        assert_eq!(points("Bên em có phòng trống"), 25);
        assert_eq!(points("Bên em có phòng trống, zalo Hà"), 40);
        assert_eq!(points("We offer rooms, 300k"), 50);
        assert_eq!(points("We offer rooms, 300k, call 0912 345 678"), 60);
        assert_eq!(points("We offer rooms at the best price, visit us"), 95);
        let reason = offer(&TokenizedText::parse("Xe giá rẻ, zalo 0912 345 678")).map(|reason| reason.text);
        let sentence = "It reads like an offer: it speaks of a price (\"gia re\"), gives a contact.";
        assert_eq!(reason.as_deref(), Some(sentence));
    }

    #[test]
    fn offer_a_contact_alone_and_other_words_of_travelers_are_none() {
        for ham in [
            "The homestay has the number 0912 345 678, ask for Lan.",
            "Lost: grey hat. Please call 0912 345 678.",
            "Our guide was wonderful, take the tour with her!",
            "Chị chủ nhà hiền lắm, nấu ăn ngon, vé 150k một người.",
        ] {
            assert_eq!(points(ham), 0, "{ham}");
        }
    }
}
