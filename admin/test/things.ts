import type {
  AdminEntryResponse,
  ArticleResponse,
  AuditEvent,
  Draft,
  EnquiryResponse,
  MessageResponse,
  PlaceResponse,
  ProposalResponse,
  ScheduleItem,
  UserResponse,
} from "@karst/client";
import { vi } from "vitest";
import type { Account } from "../src/identity/permissions";

/** A place with every field filled; a test changes what it is about. */
export function aPlace(changes: Partial<PlaceResponse> = {}): PlaceResponse {
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
    phoneParts: [],
    website: "https://example.org",
    email: "cave@example.org",
    hours: "By tour",
    operatingHours: "Mo-Su 07:00-16:00",
    opening: null,
    imageUrl: "/media/en.webp",
    gallery: ["/media/1.webp", "https://example.org/2.webp"],
    pictures: [],
    latitude: 17.44,
    longitude: 106.29,
    rating: 4.9,
    ratingSource: "google",
    reviewCount: 12,
    reviews: [{ author: "Linh", rating: 5, text: "Wow" }],
    tags: ["camping", "tour"],
    priceRange: "$$$",
    prices: [
      {
        ...{
          label: "Boat",
          amount: 150000,
          amountTo: 300000,
          currency: "VND",
          per: "boat",
          audience: "adult",
        },
        checkedAt: "2026-03",
      },
    ],
    amenities: ["tents"],
    bookingType: "direct",
    affiliateLink: "https://example.org/a",
    bookingComUrl: "https://example.org/b",
    agodaUrl: "https://example.org/c",
    directBookingContact: "+84 2",
    directBookingUrl: null,
    enquiryFormEnabled: true,
    acceptsEnquiries: true,
    featuredText: "Sleep on the beach inside",
    googleMapsUrl: "https://example.org/m",
    isPremium: true,
    isLiked: false,
    likeCount: 3,
    isActive: true,
    isVerified: true,
    checkedAt: "2024-11-20T10:00:00.000Z",
    checkedBy: "u1",
    recheckReason: null,
    checks: [],
    isRecommended: false,
    ownerId: "u1",
    category: cave,
    categories: [cave],
    categoryIds: [4],
    coordinateConfidence: "surveyed",
    sources: ["showcaves.com"],
    lastSeenYear: 2024,
    commune: "Thượng Trạch",
    goodMonths: [],
    closedMonths: [],
    alerts: [],
    createdAt: "2024-11-20T10:00:00.000Z",
    updatedAt: "2024-11-21T10:00:00.000Z",
    liveSince: "2024-11-21T10:00:01.000Z",
    unpublishAt: null,
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
export function aUser(changes: Partial<UserResponse> = {}): UserResponse {
  return {
    id: "0198c6a1f0e27d4cb1a29c1e5a7d3f10",
    version: 3,
    email: "linh@example.org",
    firstName: "Linh",
    lastName: "Tran",
    role: "viewer",
    isActive: true,
    isEmailVerified: true,
    hasPassword: true,
    invitedAt: null,
    createdAt: "2024-11-20T10:00:00.000Z",
    updatedAt: "2024-11-21T10:00:00.000Z",
    ...changes,
  };
}

/** An article with every field filled. */
export function anArticle(changes: Partial<ArticleResponse> = {}): ArticleResponse {
  return {
    id: 3,
    uuid: "0198c6a1-0000-7000-8000-000000000003",
    version: 2,
    slug: "which-cave-is-yours",
    title: "Which cave is yours?",
    author: "Nguyễn Văn Đức",
    summary: "From a boat ride to a week in the forest.",
    contentHtml: "<h2>By boat</h2><p>Boats leave from the wharf.</p>",
    mainImageUrl: "/scenes/cave-1.svg",
    pictures: [],
    tags: ["caves", "boats"],
    publicationDate: "2026-11-20T01:30:15.250Z",
    isFeatured: true,
    isActive: true,
    latitude: 17.58,
    longitude: 106.28,
    externalUrl: "https://example.org/story",
    sources: ["showcaves.com (2022)", "The park's map, https://example.org/map"],
    mapOverlay: { type: "Point", coordinates: [106.28, 17.58] },
    createdAt: "2026-11-19T10:00:00.000Z",
    updatedAt: "2026-11-20T10:00:00.000Z",
    liveSince: null,
    unpublishAt: null,
    standing: "live",
    ...changes,
  };
}

/** A draft of [`aPlace`]. */
export function aDraft(changes: Partial<Draft> = {}): Draft {
  return {
    kind: "place",
    recordId: "7",
    name: "Hang En",
    version: 2,
    baseVersion: 3,
    recordVersion: 3,
    fields: {},
    publishAt: null,
    problem: null,
    releaseId: null,
    releaseName: null,
    releasePublishAt: null,
    accountId: "u1",
    accountName: "Linh Tran",
    createdAt: "2026-11-20T10:00:00.000Z",
    updatedAt: "2026-11-21T10:00:00.000Z",
    ...changes,
  };
}

/** A scheduled draft of the place of `aDraft`. */
export function aScheduleItem(changes: Partial<ScheduleItem> = {}): ScheduleItem {
  return {
    action: "publish_draft",
    kind: "place",
    recordId: "7",
    name: "Hang En",
    time: "2190-02-04T23:30:00Z",
    version: 2,
    baseVersion: 3,
    recordVersion: 3,
    accountId: "u1",
    accountName: "Linh Tran",
    isAccountActive: true,
    ...changes,
  };
}

/** A report of wrong opening hours that waits. */
export function aProposal(changes: Partial<ProposalResponse> = {}): ProposalResponse {
  return {
    id: 1,
    origin: "report",
    state: "open",
    kind: "wrongHours",
    group: "hours",
    place: { id: 7, version: 3, slug: "lantern-cave", name: "Lantern Cave", isActive: true },
    baseVersion: 3,
    fields: [
      {
        field: "operatingHours",
        base: "Mo-Su 07:00-17:00",
        current: "Mo-Su 07:00-17:00",
        proposed: "Mo-Su 08:00-16:00",
      },
      { field: "hours", base: null, current: null },
    ],
    reports: [
      {
        details: "The gate was closed at four.",
        email: null,
        seenVersion: 3,
        createdAt: "2026-11-21T08:00:00.000Z",
      },
    ],
    sourceCount: 2,
    note: null,
    isSpam: false,
    spamScore: 0,
    spamReasons: [],
    accountId: null,
    createdAt: "2026-11-21T08:00:00.000Z",
    updatedAt: "2026-11-21T08:00:00.000Z",
    decidedAt: null,
    decidedBy: null,
    canUndoUntil: null,
    ...changes,
  };
}

/** An entry that waits, with every field filled. */
export function anEntry(changes: Partial<AdminEntryResponse> = {}): AdminEntryResponse {
  return {
    id: 12,
    version: 1,
    authorName: "Trần Thị Linh",
    authorId: "u2",
    authorEmail: "linh@example.org",
    message: "The boat slid into the dark and nobody spoke.",
    nationality: "Vietnam",
    location: "Boat station",
    latitude: 17.58,
    longitude: 106.28,
    rating: 5,
    relatedPlaceId: 7,
    relatedPlace: { id: 7, name: "Hang Én", slug: "hang-en" },
    pictures: [],
    status: "pending",
    spamScore: 12,
    spamReasons: [],
    notes: null,
    createdAt: "2026-11-20T10:00:00.000Z",
    updatedAt: "2026-11-20T10:00:00.000Z",
    moderatedAt: null,
    canUndoUntil: null,
    isOwn: false,
    commentCount: 0,
    comments: [],
    ...changes,
  };
}

/** A message that waits. */
export function aMessage(changes: Partial<MessageResponse> = {}): MessageResponse {
  return {
    id: 7,
    version: 1,
    name: "Linh Tran",
    email: "linh@example.org",
    subject: "A boat for twelve",
    message: "Is there a boat to the cave that takes twelve?",
    type: "travel",
    status: "new",
    note: null,
    spamScore: 4,
    spamReasons: [],
    createdAt: "2026-11-21T10:00:00.000Z",
    updatedAt: "2026-11-21T10:00:00.000Z",
    answeredAt: null,
    dueAt: "2026-11-22T10:00:00.000Z",
    ...changes,
  };
}

/** An enquiry whose email was sent. */
export function anEnquiry(changes: Partial<EnquiryResponse> = {}): EnquiryResponse {
  return {
    id: 3,
    businessId: 7,
    businessName: "Lantern Lodge",
    name: "Trần Thị Đào",
    email: "dao@example.org",
    message: "Còn phòng không?",
    arrival: null,
    departure: null,
    people: null,
    recipient: "stay@example.org",
    delivery: "sent",
    deliveryError: null,
    spamScore: 3,
    spamReasons: [],
    createdAt: "2026-11-21T10:00:00.000Z",
    ...changes,
  };
}

/** Answers every call of the API with `response`, and keeps what was asked. */
export function answering(response: () => Response) {
  const seen: { what: string; body: string; ifMatch: string | null }[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const what = `${request.method} ${request.url.replace("http://guide.test", "")}`;
    seen.push({ what, body: await request.text(), ifMatch: request.headers.get("If-Match") });
    return response();
  });
  return seen;
}

/** An update of a place in the audit log. */
export function anEvent(changes: Partial<AuditEvent> = {}): AuditEvent {
  return {
    id: 421,
    createdAt: "2026-11-21T08:00:00.000Z",
    accountId: "a1",
    accountName: "Linh Tran",
    accountEmail: "linh@example.org",
    tokenId: null,
    tokenName: null,
    action: "updatePlace",
    kind: "place",
    subjectId: "7",
    subjectName: "Son Doong Cave",
    before: { phone: "+84 1" },
    after: { phone: "+84 2" },
    address: "203.0.113.7",
    requestId: "0198c6a1f0e27d4c",
    ...changes,
  };
}
