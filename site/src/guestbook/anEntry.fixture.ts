import type { CommentResponse, EntryResponse, OwnerReplyResponse } from "@karst/client";

/** A valid entry for tests. */
export function anEntry(changes: Partial<EntryResponse> = {}): EntryResponse {
  return {
    id: 12,
    authorName: "Linh T.",
    message: "The boat slid into the dark, and nobody spoke.",
    nationality: "Vietnam",
    location: null,
    latitude: null,
    longitude: null,
    rating: 5,
    relatedPlaceId: 1,
    pictures: [],
    relatedPlace: { id: 1, name: "Phong Nha Cave", slug: "phong-nha-cave" },
    createdAt: "2026-11-20T08:00:00.000Z",
    status: "approved",
    isOwn: false,
    commentCount: 0,
    comments: [],
    ownerReply: null,
    canReply: false,
    ...changes,
  };
}

export function anOwnerReply(changes: Partial<OwnerReplyResponse> = {}): OwnerReplyResponse {
  return {
    id: 41,
    placeName: "Phong Nha Cave",
    comment: "Thank you! The second boat now leaves at ten.",
    createdAt: "2026-11-21T09:00:00.000Z",
    status: "approved",
    isOwn: false,
    ...changes,
  };
}

export function aComment(changes: Partial<CommentResponse> = {}): CommentResponse {
  return {
    id: 40,
    authorName: "Hằng Đ.",
    comment: "Which boat did you take?",
    parentCommentId: null,
    createdAt: "2026-11-20T09:00:00.000Z",
    status: "approved",
    isOwn: false,
    ...changes,
  };
}
