import type { PlaceRequest } from "@karst/client";

export const GUESTHOUSE_SLUG = "nha-nghi-anh-trang";

/**
 * A place with every field: the starter content has no invented phone numbers, ratings or websites. One entry of its
 * gallery is a link to a map, as editors sometimes paste it.
 */
export const GUESTHOUSE = {
  slug: GUESTHOUSE_SLUG,
  name: "Moonlight Guesthouse",
  localName: "Nhà nghỉ Ánh Trăng",
  description: "Six rooms over the river.\n\nThe family cooks for guests who ask before noon.",
  address: "12 Đường Trần Hưng Đạo, Phong Nha",
  phone: "+84 232 000 0000",
  website: "https://www.example.org/anh-trang",
  email: "anhtrang@example.org",
  hours: "Daily 7:00–22:00",
  operatingHours: "Mo-Su 07:00-22:00",
  imageUrl: "/scenes/stay-7.svg",
  gallery: ["/scenes/water-3.svg", "https://maps.app.goo.gl/anhTrang"],
  latitude: 17.6085,
  longitude: 106.3001,
  coordinateConfidence: "surveyed",
  commune: "Phong Nha",
  googleMapsUrl: "https://www.google.com/maps/place/anh-trang",
  rating: 4.5,
  reviewCount: 12,
  reviews: [{ author: "Linh T.", rating: 5, text: "Quiet at night." }],
  bookingType: "affiliate",
  bookingComUrl: "https://www.booking.com/hotel/vn/anh-trang",
  tags: ["river", "breakfast"],
  amenities: ["wifi", "bicycles"],
  priceRange: "$$",
  sources: ["Made up for the tests"],
  lastSeenYear: 2025,
} satisfies Partial<PlaceRequest>;

/** A place with a name, a position and a category only. */
export const FORD = {
  slug: "quiet-ford",
  name: "Quiet Ford",
  latitude: 17.5202,
  longitude: 106.2011,
} satisfies Partial<PlaceRequest>;
