import type { PlaceView, SessionView, UserView } from "@karst/client";
import type { Account } from "../src/identity/permissions";

/** A place with every field filled; a test changes what it is about. */
export function aPlace(changes: Partial<PlaceView> = {}): PlaceView {
  const cave = { id: 4, name: "Caves", slug: "cave", color: "#7C2D12", icon: "mountain", emoji: null };
  return {
    id: 7,
    version: 3,
    slug: "hang-en",
    name: "Hang En",
    localName: "Hang Én",
    description: "Swallows live in it.",
    address: "Thượng Trạch",
    phone: "+84 1",
    website: "https://example.org",
    email: "cave@example.org",
    hours: "By tour",
    operatingHours: "Mo-Su 07:00-16:00",
    imageUrl: "/media/en.webp",
    gallery: ["/media/1.webp", "https://example.org/2.webp"],
    latitude: 17.44,
    longitude: 106.29,
    rating: 4.9,
    reviewCount: 12,
    reviews: [{ author: "Linh", rating: 5, text: "Wow" }],
    tags: ["camping", "tour"],
    priceRange: "$$$",
    amenities: ["tents"],
    bookingType: "direct",
    affiliateLink: "https://example.org/a",
    bookingComUrl: "https://example.org/b",
    agodaUrl: "https://example.org/c",
    directBookingContact: "+84 2",
    enquiryFormEnabled: true,
    featuredText: "Sleep on the beach inside",
    googleMapsUrl: "https://example.org/m",
    isPremium: true,
    isLiked: false,
    isActive: true,
    isVerified: true,
    isRecommended: false,
    ownerId: "u1",
    category: cave,
    categories: [cave],
    categoryIds: [4],
    coordinateConfidence: "surveyed",
    sources: ["showcaves.com"],
    lastSeenYear: 2024,
    commune: "Thượng Trạch",
    createdAt: "2024-11-20T10:00:00.000Z",
    updatedAt: "2024-11-21T10:00:00.000Z",
    liveSince: "2024-11-21T10:00:01.000Z",
    ...changes,
  };
}

export function anAccount(changes: Partial<Account> = {}): Account {
  return {
    uid: "u1",
    email: "linh@example.org",
    displayName: "Linh Tran",
    photoURL: null,
    role: "admin",
    isActive: true,
    firstName: "Linh",
    lastName: "Tran",
    ...changes,
  };
}

/** Somebody as admins see them. */
export function aUser(changes: Partial<UserView> = {}): UserView {
  return {
    id: "0198c6a1f0e27d4cb1a29c1e5a7d3f10",
    version: 3,
    email: "linh@example.org",
    firstName: "Linh",
    lastName: "Tran",
    role: "viewer",
    isActive: true,
    isEmailVerified: true,
    createdAt: "2024-11-20T10:00:00.000Z",
    updatedAt: "2024-11-21T10:00:00.000Z",
    ...changes,
  };
}

/** A session that ends an hour after `now`. */
export function aSession(token: string, now = Date.now(), user = anAccount()): SessionView {
  return { token, expiresAt: new Date(now + 3_600_000).toISOString(), user };
}
