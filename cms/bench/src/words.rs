//! The vocabulary of generated places. The places are made up; only the communes exist.

/// First words of place names, by the category's slug.
pub const FIRST_WORDS: [(&str, &[&str]); 8] = [
    ("accommodation", &["Homestay", "Nhà Nghỉ", "Khách Sạn", "Farmstay", "Riverside Lodge"]),
    ("cave", &["Hang", "Động", "Cave of"]),
    ("food-drink", &["Quán Cơm", "Café", "Nhà Hàng", "Bếp"]),
    ("street-food", &["Bánh Mì", "Phở", "Bún", "Cháo Canh"]),
    ("waterfall", &["Thác", "Suối"]),
    ("market", &["Chợ", "Phiên Chợ"]),
    ("pharmacy", &["Nhà Thuốc"]),
    ("transport", &["Bến Xe", "Xe Máy", "Bến Thuyền"]),
];
/// First words of place names in every other category.
pub const OTHER_FIRST_WORDS: &[&str] = &["Trạm", "Tiệm", "Góc", "Điểm Hẹn"];

/// Second words of names.
pub const SECOND_WORDS: [&str; 30] = [
    "Minh", "Thu", "Sơn", "Thanh", "Hồng", "Kim", "Ngọc", "Xuân", "Bảo", "Đức", "Phúc", "Quang", "Hải", "Lan", "Tuấn",
    "Bích", "Cẩm", "Diệu", "Gia", "Hà", "Khánh", "Linh", "Mai", "Nhật", "Oanh", "Phương", "Quỳnh", "Thảo", "Uyên",
    "Yến",
];
/// Third words of names.
pub const THIRD_WORDS: [&str; 30] = [
    "Hương", "Trạch", "Hòa", "Tâm", "Vân", "Thủy", "Đoài", "Lâm", "Nguyên", "Phú", "Vinh", "An", "Bình", "Cường",
    "Dũng", "Giang", "Hạnh", "Khê", "Lộc", "Mỹ", "Nghĩa", "Phước", "Quý", "Sen", "Tiến", "Trúc", "Vượng", "Xanh",
    "Yên", "Đào",
];

/// Sentences of descriptions. Each word of [`SEARCH_WORDS`] is in exactly one of them.
pub const SENTENCES: [&str; 32] = [
    "Kayak và phao có sẵn; a guide paddles ahead on the first morning.",
    "The limestone wall behind the garden turns gold an hour before sunset.",
    "Chủ nhà nấu bữa tối với rau vườn, and guests eat at one long table.",
    "Hammocks hang under the longan trees, gió mát cả buổi chiều.",
    "Bicycles are free for guests; con đường làng bằng phẳng và ít xe.",
    "The lantern festival fills the lane in the eighth lunar month.",
    "Đặt trước một ngày nếu đi cùng nhóm; porters carry the water.",
    "A wooden boat crosses to the far bank whenever somebody waves.",
    "Headlamps, gloves and boots are lent at the entrance, đủ cỡ.",
    "Swallows nest in the ceiling and leave it at dusk all together.",
    "Món cháo canh ở đây nấu bằng cá lóc, with pepper from the hill.",
    "The upper terrace looks over rice fields, màu vàng vào tháng năm.",
    "Peanut brittle is cooked in the yard, and children may stir it.",
    "Lối vào nằm sau cây đa; the sign is small and easy to miss.",
    "Rooms have fans, mosquito nets and a shelf of borrowed novels.",
    "Nước suối lạnh quanh năm, best in the dry months from March on.",
    "The owner repairs motorbikes too, and lends a helmet that fits.",
    "Buffalo come down to drink at four, chụp ảnh xin giữ khoảng cách.",
    "Cà phê phin is served with condensed milk or with coconut cream.",
    "An old railway tunnel shortens the walk; take a torch with you.",
    "Trẻ em dưới sáu tuổi vào cửa miễn phí, with a hand to hold.",
    "Stalactites grow here a finger's width in a thousand years.",
    "The kitchen is vegetarian on the first and the fifteenth.",
    "Đường lên dốc khoảng hai cây số; a sandal is not enough here.",
    "Pepper, honey and dried banana are sold by the family itself.",
    "Mùa mưa cửa hang đóng; the gauge at the bridge tells when.",
    "A telescope stands on the roof for nights without a moon.",
    "Guests plant a tree when they leave, tên ghi trên bảng gỗ.",
    "Weavers show the loom after breakfast and sell what they make.",
    "Sân sau có chỗ cắm trại, firewood is stacked beside the wall.",
    "The ferry pilot knows the sandbanks better than any chart.",
    "Bản đồ vẽ tay treo ở quầy; take a photograph before you go.",
];
/// Words for searches, each of which is in one sentence. About one place in seven has a given word.
pub const SEARCH_WORDS: [&str; 8] =
    ["kayak", "limestone", "lantern", "swallows", "stalactites", "telescope", "weavers", "sandbanks"];
/// Pairs of words that occur together in some descriptions. A description has every seventh sentence of [`SENTENCES`],
/// and the two words are 7 or 21 sentences apart.
pub const WORD_PAIRS: [(&str, &str); 6] = [
    ("kayak", "stalactites"),
    ("stalactites", "weavers"),
    ("swallows", "sandbanks"),
    ("lantern", "telescope"),
    ("limestone", "headlamps"),
    ("wooden", "novels"),
];

/// The tags of places. A place has two to four of them.
pub const TAGS: [&str; 24] = [
    "boat",
    "river",
    "family",
    "quiet",
    "view",
    "garden",
    "breakfast",
    "wifi",
    "trekking",
    "swimming",
    "local food",
    "vegetarian",
    "cà phê",
    "beer",
    "motorbike",
    "bicycle",
    "camping",
    "photo",
    "karst",
    "history",
    "craft",
    "market",
    "night",
    "budget",
];
pub const COMMUNES: [&str; 6] = ["Phong Nha", "Sơn Trạch", "Hưng Trạch", "Cự Nẫm", "Tân Hóa", "Phúc Trạch"];
