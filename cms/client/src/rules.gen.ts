// Written by generate.mjs from openapi.json (make contract). Never edited by hand.
import type { Rules } from "./check";
/** The forms of the contract: each has rules with sentences. */
export type FormName =
  | "AboutChanges"
  | "AcceptProposalRequest"
  | "AccountDeletionRequest"
  | "AdminEntryRequest"
  | "AlertChanges"
  | "AlertRequest"
  | "ApiTokenRequest"
  | "ArticleChanges"
  | "ArticleRequest"
  | "BulkModerationRequest"
  | "CategoryChanges"
  | "CategoryRequest"
  | "ClaimDecisionRequest"
  | "ClaimRequest"
  | "ConfirmClaimRequest"
  | "ContactRequest"
  | "DeclineProposalRequest"
  | "DraftRequest"
  | "EnquiryRequest"
  | "EntryChanges"
  | "GettingHereChanges"
  | "HelpChanges"
  | "HeroPrompt"
  | "HomeCard"
  | "ImportApplyRequest"
  | "ImportDecisionsRequest"
  | "ImportMappingRequest"
  | "MapCamera"
  | "MediaChanges"
  | "MessageChanges"
  | "ModerationRequest"
  | "NewComment"
  | "NewEntry"
  | "NewExperience"
  | "NewPasswordRequest"
  | "OwnerReminderAnswer"
  | "OwnerReplyRequest"
  | "PasswordChangeRequest"
  | "PasswordConfirmation"
  | "PasswordResetRequest"
  | "PlaceBulkChanges"
  | "PlaceChanges"
  | "PlaceRequest"
  | "PreviewRequest"
  | "PrivacyChanges"
  | "ProfileChanges"
  | "ReleaseChanges"
  | "ReleaseRequest"
  | "ReportRequest"
  | "RestoreRequest"
  | "RevisionChanges"
  | "SecondFactorCode"
  | "SecondFactorEnrollmentRequest"
  | "SettingsChanges"
  | "SignInRequest"
  | "SignUpRequest"
  | "SocialLinks"
  | "SyncRequest"
  | "ToggleLikeRequest"
  | "UserChanges"
  | "UserRequest"
  | "VerificationRequest"
  | "WebhookChanges"
  | "WebhookRequest"
  | "WhatIs";
export const rules: Readonly<Record<FormName, Rules>> = {
  AboutChanges: {
    additionalProperties: false,
    properties: {
      future: {
        additionalProperties: false,
        properties: {
          paragraphs: {
            items: {
              maxLength: 2000,
              minLength: 1,
              type: "string",
              "x-messages": {
                maxLength: "Paragraph must be at most 2000 characters",
                minLength: "Paragraph text is required",
                required: "Paragraph text is required",
              },
            },
            maxItems: 20,
            minItems: 1,
            type: "array",
            "x-messages": {
              maxItems: "At most 20 paragraphs",
              minItems: "At least one paragraph is required",
              required: "At least one paragraph is required",
            },
          },
          title: {
            maxLength: 120,
            minLength: 1,
            type: "string",
            "x-messages": {
              maxLength: "Heading must be at most 120 characters",
              minLength: "Heading is required",
              required: "Heading is required",
            },
            "x-one-line": true,
          },
        },
        required: ["title", "paragraphs"],
        type: "object",
        "x-messages": { required: "This section is required" },
      },
      intro: {
        maxLength: 600,
        type: "string",
        "x-messages": { maxLength: "Introduction must be at most 600 characters" },
      },
      mission: {
        additionalProperties: false,
        properties: {
          paragraphs: {
            items: {
              maxLength: 2000,
              minLength: 1,
              type: "string",
              "x-messages": {
                maxLength: "Paragraph must be at most 2000 characters",
                minLength: "Paragraph text is required",
                required: "Paragraph text is required",
              },
            },
            maxItems: 20,
            minItems: 1,
            type: "array",
            "x-messages": {
              maxItems: "At most 20 paragraphs",
              minItems: "At least one paragraph is required",
              required: "At least one paragraph is required",
            },
          },
          title: {
            maxLength: 120,
            minLength: 1,
            type: "string",
            "x-messages": {
              maxLength: "Heading must be at most 120 characters",
              minLength: "Heading is required",
              required: "Heading is required",
            },
            "x-one-line": true,
          },
        },
        required: ["title", "paragraphs"],
        type: "object",
        "x-messages": { required: "This section is required" },
      },
      story: {
        additionalProperties: false,
        properties: {
          paragraphs: {
            items: {
              maxLength: 2000,
              minLength: 1,
              type: "string",
              "x-messages": {
                maxLength: "Paragraph must be at most 2000 characters",
                minLength: "Paragraph text is required",
                required: "Paragraph text is required",
              },
            },
            maxItems: 20,
            minItems: 1,
            type: "array",
            "x-messages": {
              maxItems: "At most 20 paragraphs",
              minItems: "At least one paragraph is required",
              required: "At least one paragraph is required",
            },
          },
          title: {
            maxLength: 120,
            minLength: 1,
            type: "string",
            "x-messages": {
              maxLength: "Heading must be at most 120 characters",
              minLength: "Heading is required",
              required: "Heading is required",
            },
            "x-one-line": true,
          },
        },
        required: ["title", "paragraphs"],
        type: "object",
        "x-messages": { required: "This section is required" },
      },
      title: {
        maxLength: 120,
        minLength: 1,
        type: "string",
        "x-messages": {
          maxLength: "Heading must be at most 120 characters",
          minLength: "Heading is required",
          required: "Heading is required",
        },
        "x-one-line": true,
      },
      updatedAt: { readOnly: true },
      values: {
        items: {
          additionalProperties: false,
          properties: {
            paragraphs: {
              items: {
                maxLength: 2000,
                minLength: 1,
                type: "string",
                "x-messages": {
                  maxLength: "Paragraph must be at most 2000 characters",
                  minLength: "Paragraph text is required",
                  required: "Paragraph text is required",
                },
              },
              maxItems: 20,
              minItems: 1,
              type: "array",
              "x-messages": {
                maxItems: "At most 20 paragraphs",
                minItems: "At least one paragraph is required",
                required: "At least one paragraph is required",
              },
            },
            title: {
              maxLength: 120,
              minLength: 1,
              type: "string",
              "x-messages": {
                maxLength: "Heading must be at most 120 characters",
                minLength: "Heading is required",
                required: "Heading is required",
              },
              "x-one-line": true,
            },
          },
          required: ["title", "paragraphs"],
          type: "object",
        },
        maxItems: 40,
        minItems: 1,
        type: "array",
        "x-messages": {
          maxItems: "At most 40 sections",
          minItems: "At least one section is required",
          required: "At least one section is required",
        },
      },
      version: { readOnly: true },
    },
    type: "object",
  },
  AcceptProposalRequest: {
    additionalProperties: false,
    properties: {
      fields: { additionalProperties: true, type: ["object", "null"] },
      note: {
        maxLength: 2000,
        type: ["string", "null"],
        "x-messages": { maxLength: "Note must be at most 2000 characters" },
      },
    },
    type: "object",
  },
  AccountDeletionRequest: {
    additionalProperties: false,
    properties: {
      code: { maxLength: 40, type: ["string", "null"], "x-messages": { maxLength: "The code is incorrect" } },
      currentPassword: {
        maxLength: 1024,
        minLength: 1,
        type: ["string", "null"],
        "x-messages": {
          maxLength: "Password must be at most 1024 characters",
          minLength: "Password is required",
          required: "Password is required",
        },
      },
    },
    type: "object",
  },
  AdminEntryRequest: {
    additionalProperties: false,
    properties: {
      authorName: {
        maxLength: 160,
        minLength: 1,
        pattern: "\\S",
        type: "string",
        "x-messages": {
          maxLength: "Author name must be at most 160 characters",
          minLength: "Author name is required",
          pattern: "Author name is required",
          required: "Author name is required",
        },
        "x-one-line": true,
      },
      latitude: {
        maximum: 90,
        minimum: -90,
        type: ["number", "string", "null"],
        "x-messages": {
          maximum: "Latitude must be between -90 and 90",
          minimum: "Latitude must be between -90 and 90",
          type: "Latitude must be a number",
        },
      },
      location: {
        maxLength: 300,
        type: ["string", "null"],
        "x-messages": { maxLength: "Location must be at most 300 characters" },
        "x-one-line": true,
      },
      longitude: {
        maximum: 180,
        minimum: -180,
        type: ["number", "string", "null"],
        "x-messages": {
          maximum: "Longitude must be between -180 and 180",
          minimum: "Longitude must be between -180 and 180",
          type: "Longitude must be a number",
        },
      },
      message: {
        maxLength: 1000,
        minLength: 1,
        pattern: "\\S",
        type: "string",
        "x-messages": {
          maxLength: "Message must be less than 1000 characters",
          minLength: "Message is required",
          pattern: "Message is required",
          required: "Message is required",
        },
      },
      nationality: {
        maxLength: 80,
        type: ["string", "null"],
        "x-messages": { maxLength: "Nationality must be at most 80 characters" },
        "x-one-line": true,
      },
      rating: {
        maximum: 5,
        minimum: 0,
        multipleOf: 1,
        type: ["number", "string", "null"],
        "x-messages": {
          maximum: "Rating must be between 1 and 5",
          minimum: "Rating must be between 1 and 5",
          multipleOf: "Rating must be a whole number",
          type: "Rating must be a number",
        },
      },
      relatedPlaceId: {
        maximum: 9007199254740991,
        minimum: 0,
        type: ["integer", "null"],
        "x-messages": {
          maximum: "This ID does not exist",
          minimum: "This ID does not exist",
          type: "This place does not exist",
        },
      },
      status: { enum: ["approved"], type: "string", "x-messages": { enum: "Status must be approved" } },
    },
    required: ["authorName", "message"],
    type: "object",
  },
  AlertChanges: {
    additionalProperties: false,
    properties: {
      accountId: { readOnly: true },
      accountName: { readOnly: true },
      categoryId: {
        maximum: 9007199254740991,
        minimum: 0,
        type: ["integer", "null"],
        "x-messages": { maximum: "This ID does not exist", minimum: "This ID does not exist" },
      },
      categoryName: { readOnly: true },
      createdAt: { readOnly: true },
      endsAt: {
        maxLength: 40,
        type: ["string", "null"],
        "x-messages": { maxLength: "End must be a time like 2027-02-05T01:00:00Z" },
      },
      id: {
        maximum: 9007199254740991,
        minimum: 0,
        type: "integer",
        "x-messages": { maximum: "This ID does not exist", minimum: "This ID does not exist" },
      },
      level: {
        enum: ["closed", "danger", "restricted", "information"],
        minLength: 1,
        type: "string",
        "x-messages": {
          enum: "Level must be closed, danger, restricted or information",
          minLength: "Select a level",
          required: "Select a level",
        },
      },
      placeIds: {
        items: {
          maximum: 9007199254740991,
          minimum: 0,
          type: "integer",
          "x-messages": { maximum: "This ID does not exist", minimum: "This ID does not exist" },
        },
        maxItems: 2000,
        type: "array",
        "x-messages": { maxItems: "At most 2000 places" },
      },
      placeNames: { readOnly: true },
      scope: {
        enum: ["places", "category", "guide"],
        minLength: 1,
        type: "string",
        "x-messages": {
          enum: "Scope must be places, category or guide",
          minLength: "Select what the alert is about",
          required: "Select what the alert is about",
        },
      },
      source: {
        maxLength: 200,
        type: ["string", "null"],
        "x-messages": { maxLength: "Source must be at most 200 characters" },
        "x-one-line": true,
      },
      sourceUrl: {
        maxLength: 1000,
        pattern: "^(?:https?://[^\\s]+|/(?:[^/\\s\\\\][^\\s\\\\]*)?)?$",
        type: ["string", "null"],
        "x-messages": {
          maxLength: "Link must be at most 1000 characters",
          pattern: "Link must start with http://, https:// or /",
        },
      },
      startsAt: {
        maxLength: 40,
        type: ["string", "null"],
        "x-messages": { maxLength: "Start must be a time like 2027-02-05T01:00:00Z" },
      },
      state: { readOnly: true },
      text: {
        maxLength: 500,
        minLength: 1,
        pattern: "\\S",
        type: "string",
        "x-messages": {
          maxLength: "Text must be at most 500 characters",
          minLength: "Text is required",
          pattern: "Text is required",
          required: "Text is required",
        },
      },
      updatedAt: { readOnly: true },
      uuid: { readOnly: true },
      version: { readOnly: true },
    },
    type: "object",
  },
  AlertRequest: {
    additionalProperties: false,
    properties: {
      categoryId: {
        maximum: 9007199254740991,
        minimum: 0,
        type: ["integer", "null"],
        "x-messages": { maximum: "This ID does not exist", minimum: "This ID does not exist" },
      },
      endsAt: {
        maxLength: 40,
        type: ["string", "null"],
        "x-messages": { maxLength: "End must be a time like 2027-02-05T01:00:00Z" },
      },
      level: {
        enum: ["closed", "danger", "restricted", "information"],
        minLength: 1,
        type: "string",
        "x-messages": {
          enum: "Level must be closed, danger, restricted or information",
          minLength: "Select a level",
          required: "Select a level",
        },
      },
      placeIds: {
        items: {
          maximum: 9007199254740991,
          minimum: 0,
          type: "integer",
          "x-messages": { maximum: "This ID does not exist", minimum: "This ID does not exist" },
        },
        maxItems: 2000,
        type: "array",
        "x-messages": { maxItems: "At most 2000 places" },
      },
      scope: {
        enum: ["places", "category", "guide"],
        minLength: 1,
        type: "string",
        "x-messages": {
          enum: "Scope must be places, category or guide",
          minLength: "Select what the alert is about",
          required: "Select what the alert is about",
        },
      },
      source: {
        maxLength: 200,
        type: ["string", "null"],
        "x-messages": { maxLength: "Source must be at most 200 characters" },
        "x-one-line": true,
      },
      sourceUrl: {
        maxLength: 1000,
        pattern: "^(?:https?://[^\\s]+|/(?:[^/\\s\\\\][^\\s\\\\]*)?)?$",
        type: ["string", "null"],
        "x-messages": {
          maxLength: "Link must be at most 1000 characters",
          pattern: "Link must start with http://, https:// or /",
        },
      },
      startsAt: {
        maxLength: 40,
        type: ["string", "null"],
        "x-messages": { maxLength: "Start must be a time like 2027-02-05T01:00:00Z" },
      },
      text: {
        maxLength: 500,
        minLength: 1,
        pattern: "\\S",
        type: "string",
        "x-messages": {
          maxLength: "Text must be at most 500 characters",
          minLength: "Text is required",
          pattern: "Text is required",
          required: "Text is required",
        },
      },
    },
    required: ["level", "scope", "text"],
    type: "object",
  },
  ApiTokenRequest: {
    additionalProperties: false,
    properties: {
      categoryIds: {
        items: {
          maximum: 9007199254740991,
          minimum: 0,
          type: "integer",
          "x-messages": { maximum: "This ID does not exist", minimum: "This ID does not exist" },
        },
        maxItems: 50,
        minItems: 1,
        type: ["array", "null"],
        "x-messages": {
          maxItems: "At most 50 categories can be chosen",
          minItems: "Choose at least one category",
        },
      },
      code: {
        maxLength: 40,
        type: ["string", "null"],
        "x-messages": { maxLength: "Code must be at most 40 characters" },
      },
      expiresInDays: {
        maximum: 365,
        minimum: 1,
        type: "integer",
        "x-messages": {
          maximum: "Expiry must be 1 to 365 days",
          minimum: "Expiry must be 1 to 365 days",
          required: "Expiry is required",
        },
      },
      name: {
        maxLength: 100,
        minLength: 1,
        pattern: "\\S",
        type: "string",
        "x-messages": {
          maxLength: "Name must be at most 100 characters",
          minLength: "Name is required",
          pattern: "Name is required",
          required: "Name is required",
        },
        "x-one-line": true,
      },
      ownPlacesOnly: { type: ["boolean", "null"] },
      password: {
        maxLength: 1024,
        type: ["string", "null"],
        "x-messages": { maxLength: "Password must be at most 1024 characters" },
      },
      scopes: {
        items: {
          enum: [
            "read",
            "places:write",
            "articles:write",
            "categories:write",
            "guestbook:moderate",
            "media:write",
            "drafts:write",
            "webhooks:manage",
          ],
          type: "string",
          "x-messages": { enum: "This scope does not exist" },
        },
        maxItems: 8,
        minItems: 1,
        type: "array",
        "x-messages": {
          maxItems: "Choose each scope only once",
          minItems: "Choose at least one scope",
          required: "Choose at least one scope",
        },
      },
    },
    required: ["name", "scopes", "expiresInDays"],
    type: "object",
  },
  ArticleChanges: {
    additionalProperties: false,
    properties: {
      author: {
        maxLength: 100,
        minLength: 1,
        pattern: "\\S",
        type: "string",
        "x-messages": {
          maxLength: "Author must be at most 100 characters",
          minLength: "Author is required",
          pattern: "Author is required",
          required: "Author is required",
        },
        "x-one-line": true,
      },
      contentHtml: {
        maxLength: 100000,
        minLength: 1,
        pattern: "\\S",
        type: "string",
        "x-messages": {
          maxLength: "Content must be at most 100000 characters",
          minLength: "Content is required",
          pattern: "Content is required",
          required: "Content is required",
        },
      },
      createdAt: { readOnly: true },
      externalUrl: {
        format: "http-url",
        maxLength: 1000,
        type: ["string", "null"],
        "x-messages": {
          format: "External URL must be a valid URL",
          maxLength: "Link must be at most 1000 characters",
        },
      },
      id: {
        maximum: 9007199254740991,
        minimum: 0,
        type: "integer",
        "x-messages": { maximum: "This ID does not exist", minimum: "This ID does not exist" },
      },
      isActive: { type: "boolean" },
      isFeatured: { type: "boolean" },
      latitude: {
        maximum: 90,
        minimum: -90,
        type: ["number", "string"],
        "x-messages": {
          maximum: "Latitude must be between -90 and 90",
          minimum: "Latitude must be between -90 and 90",
          required: "Latitude is required",
          type: "Latitude must be a number",
        },
      },
      liveSince: { readOnly: true },
      longitude: {
        maximum: 180,
        minimum: -180,
        type: ["number", "string"],
        "x-messages": {
          maximum: "Longitude must be between -180 and 180",
          minimum: "Longitude must be between -180 and 180",
          required: "Longitude is required",
          type: "Longitude must be a number",
        },
      },
      mainImageUrl: {
        format: "image-url",
        maxLength: 1000,
        type: ["string", "null"],
        "x-messages": {
          format: "Image URL must be a valid URL or relative path starting with /",
          maxLength: "Image URL must be less than 1000 characters",
        },
      },
      mapOverlay: {
        additionalProperties: true,
        type: ["object", "null"],
        "x-messages": { type: "Map overlay must be GeoJSON" },
      },
      pictures: { readOnly: true },
      publicationDate: {
        minLength: 1,
        pattern:
          "^(?:19|20|21)[0-9]{2}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(?:\\.[0-9]{1,9})?(?:[Zz]|[+-][0-9]{2}:[0-9]{2})$",
        type: "string",
        "x-messages": {
          minLength: "Publication date is required",
          pattern: "Publication date must be a date and time like 2026-11-21T08:00:00Z",
          required: "Publication date is required",
        },
      },
      slug: {
        maxLength: 100,
        pattern: "^[a-z0-9]+(?:-[a-z0-9]+)*$",
        type: "string",
        "x-messages": {
          maxLength: "Page address must be at most 100 characters",
          pattern: "Page address may contain only lowercase letters, digits and hyphens",
        },
      },
      sources: {
        items: {
          maxLength: 500,
          type: "string",
          "x-messages": { maxLength: "Source must be at most 500 characters" },
        },
        maxItems: 50,
        type: "array",
        "x-messages": { maxItems: "At most 50 sources" },
      },
      standing: { readOnly: true },
      summary: {
        maxLength: 1000,
        minLength: 1,
        pattern: "\\S",
        type: "string",
        "x-messages": {
          maxLength: "Summary must be at most 1000 characters",
          minLength: "Summary is required",
          pattern: "Summary is required",
          required: "Summary is required",
        },
      },
      tags: {
        items: {
          maxLength: 60,
          pattern: "^[^,]*$",
          type: "string",
          "x-messages": {
            maxLength: "Each item must be at most 60 characters",
            pattern: "Enter each item separately, without commas",
          },
          "x-one-line": true,
        },
        maxItems: 20,
        type: "array",
        "x-messages": { maxItems: "At most 20 tags" },
      },
      title: {
        maxLength: 200,
        minLength: 1,
        pattern: "\\S",
        type: "string",
        "x-messages": {
          maxLength: "Title must be at most 200 characters",
          minLength: "Title is required",
          pattern: "Title is required",
          required: "Title is required",
        },
        "x-one-line": true,
      },
      unpublishAt: {
        maxLength: 40,
        type: ["string", "null"],
        "x-messages": { maxLength: "Unpublish at must be a time like 2027-02-05T01:00:00Z" },
      },
      updatedAt: { readOnly: true },
      uuid: { readOnly: true },
      version: { readOnly: true },
    },
    type: "object",
  },
  ArticleRequest: {
    additionalProperties: false,
    properties: {
      author: {
        maxLength: 100,
        minLength: 1,
        pattern: "\\S",
        type: "string",
        "x-messages": {
          maxLength: "Author must be at most 100 characters",
          minLength: "Author is required",
          pattern: "Author is required",
          required: "Author is required",
        },
        "x-one-line": true,
      },
      contentHtml: {
        maxLength: 100000,
        minLength: 1,
        pattern: "\\S",
        type: "string",
        "x-messages": {
          maxLength: "Content must be at most 100000 characters",
          minLength: "Content is required",
          pattern: "Content is required",
          required: "Content is required",
        },
      },
      createdAt: { readOnly: true },
      externalUrl: {
        format: "http-url",
        maxLength: 1000,
        type: ["string", "null"],
        "x-messages": {
          format: "External URL must be a valid URL",
          maxLength: "Link must be at most 1000 characters",
        },
      },
      id: {
        maximum: 9007199254740991,
        minimum: 0,
        type: "integer",
        "x-messages": { maximum: "This ID does not exist", minimum: "This ID does not exist" },
      },
      isActive: { type: "boolean" },
      isFeatured: { type: "boolean" },
      latitude: {
        maximum: 90,
        minimum: -90,
        type: ["number", "string"],
        "x-messages": {
          maximum: "Latitude must be between -90 and 90",
          minimum: "Latitude must be between -90 and 90",
          required: "Latitude is required",
          type: "Latitude must be a number",
        },
      },
      liveSince: { readOnly: true },
      longitude: {
        maximum: 180,
        minimum: -180,
        type: ["number", "string"],
        "x-messages": {
          maximum: "Longitude must be between -180 and 180",
          minimum: "Longitude must be between -180 and 180",
          required: "Longitude is required",
          type: "Longitude must be a number",
        },
      },
      mainImageUrl: {
        format: "image-url",
        maxLength: 1000,
        type: ["string", "null"],
        "x-messages": {
          format: "Image URL must be a valid URL or relative path starting with /",
          maxLength: "Image URL must be less than 1000 characters",
        },
      },
      mapOverlay: {
        additionalProperties: true,
        type: ["object", "null"],
        "x-messages": { type: "Map overlay must be GeoJSON" },
      },
      pictures: { readOnly: true },
      publicationDate: {
        minLength: 1,
        pattern:
          "^(?:19|20|21)[0-9]{2}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(?:\\.[0-9]{1,9})?(?:[Zz]|[+-][0-9]{2}:[0-9]{2})$",
        type: "string",
        "x-messages": {
          minLength: "Publication date is required",
          pattern: "Publication date must be a date and time like 2026-11-21T08:00:00Z",
          required: "Publication date is required",
        },
      },
      slug: {
        maxLength: 100,
        pattern: "^[a-z0-9]+(?:-[a-z0-9]+)*$",
        type: "string",
        "x-messages": {
          maxLength: "Page address must be at most 100 characters",
          pattern: "Page address may contain only lowercase letters, digits and hyphens",
        },
      },
      sources: {
        items: {
          maxLength: 500,
          type: "string",
          "x-messages": { maxLength: "Source must be at most 500 characters" },
        },
        maxItems: 50,
        type: "array",
        "x-messages": { maxItems: "At most 50 sources" },
      },
      standing: { readOnly: true },
      summary: {
        maxLength: 1000,
        minLength: 1,
        pattern: "\\S",
        type: "string",
        "x-messages": {
          maxLength: "Summary must be at most 1000 characters",
          minLength: "Summary is required",
          pattern: "Summary is required",
          required: "Summary is required",
        },
      },
      tags: {
        items: {
          maxLength: 60,
          pattern: "^[^,]*$",
          type: "string",
          "x-messages": {
            maxLength: "Each item must be at most 60 characters",
            pattern: "Enter each item separately, without commas",
          },
          "x-one-line": true,
        },
        maxItems: 20,
        type: "array",
        "x-messages": { maxItems: "At most 20 tags" },
      },
      title: {
        maxLength: 200,
        minLength: 1,
        pattern: "\\S",
        type: "string",
        "x-messages": {
          maxLength: "Title must be at most 200 characters",
          minLength: "Title is required",
          pattern: "Title is required",
          required: "Title is required",
        },
        "x-one-line": true,
      },
      unpublishAt: {
        maxLength: 40,
        type: ["string", "null"],
        "x-messages": { maxLength: "Unpublish at must be a time like 2027-02-05T01:00:00Z" },
      },
      updatedAt: { readOnly: true },
      uuid: { readOnly: true },
      version: { readOnly: true },
    },
    required: ["title", "author", "summary", "contentHtml", "publicationDate", "latitude", "longitude"],
    type: "object",
  },
  BulkModerationRequest: {
    additionalProperties: false,
    properties: {
      ids: {
        items: {
          maximum: 9007199254740991,
          minimum: 0,
          type: "integer",
          "x-messages": { maximum: "This ID does not exist", minimum: "This ID does not exist" },
        },
        maxItems: 200,
        minItems: 1,
        type: "array",
        "x-messages": {
          maxItems: "Select at most 200 items",
          minItems: "Select at least one item",
          required: "Select at least one item",
        },
      },
      status: {
        enum: ["approved", "rejected", "spam"],
        minLength: 1,
        type: "string",
        "x-messages": {
          enum: "Status must be approved, rejected or spam",
          minLength: "Status must be approved, rejected or spam",
          required: "Status must be approved, rejected or spam",
        },
      },
    },
    required: ["ids", "status"],
    type: "object",
  },
  CategoryChanges: {
    additionalProperties: false,
    properties: {
      aliases: {
        items: {
          maxLength: 80,
          pattern: "^[a-z0-9]+(?:-[a-z0-9]+)*$",
          type: "string",
          "x-messages": {
            maxLength: "Alias must be at most 80 characters",
            pattern: "Aliases may contain only lowercase letters, digits and hyphens",
          },
        },
        maxItems: 20,
        type: "array",
        "x-messages": { maxItems: "At most 20 aliases" },
      },
      color: {
        pattern: "^#[0-9A-Fa-f]{6}$",
        type: ["string", "null"],
        "x-messages": { pattern: "Color must look like #78350F" },
      },
      emoji: {
        maxLength: 16,
        type: ["string", "null"],
        "x-messages": { maxLength: "Emoji must be at most 16 characters" },
      },
      icon: {
        maxLength: 40,
        pattern: "^[a-z0-9-]+$",
        type: ["string", "null"],
        "x-messages": {
          maxLength: "Icon must be at most 40 characters",
          pattern: "Icon must be a valid icon name",
        },
      },
      id: {
        maximum: 9007199254740991,
        minimum: 0,
        type: "integer",
        "x-messages": { maximum: "This ID does not exist", minimum: "This ID does not exist" },
      },
      name: {
        maxLength: 80,
        minLength: 1,
        type: "string",
        "x-messages": {
          maxLength: "Category name must be at most 80 characters",
          minLength: "Category name is required",
          required: "Category name is required",
        },
        "x-one-line": true,
      },
      placeCount: { readOnly: true },
      slug: {
        maxLength: 80,
        pattern: "^[a-z0-9]+(?:-[a-z0-9]+)*$",
        type: "string",
        "x-messages": {
          maxLength: "Page address must be at most 80 characters",
          pattern: "Page address may contain only lowercase letters, digits and hyphens",
        },
      },
      updatedAt: { readOnly: true },
      version: { readOnly: true },
    },
    type: "object",
  },
  CategoryRequest: {
    additionalProperties: false,
    properties: {
      aliases: {
        items: {
          maxLength: 80,
          pattern: "^[a-z0-9]+(?:-[a-z0-9]+)*$",
          type: "string",
          "x-messages": {
            maxLength: "Alias must be at most 80 characters",
            pattern: "Aliases may contain only lowercase letters, digits and hyphens",
          },
        },
        maxItems: 20,
        type: "array",
        "x-messages": { maxItems: "At most 20 aliases" },
      },
      color: {
        pattern: "^#[0-9A-Fa-f]{6}$",
        type: ["string", "null"],
        "x-messages": { pattern: "Color must look like #78350F" },
      },
      emoji: {
        maxLength: 16,
        type: ["string", "null"],
        "x-messages": { maxLength: "Emoji must be at most 16 characters" },
      },
      icon: {
        maxLength: 40,
        pattern: "^[a-z0-9-]+$",
        type: ["string", "null"],
        "x-messages": {
          maxLength: "Icon must be at most 40 characters",
          pattern: "Icon must be a valid icon name",
        },
      },
      id: {
        maximum: 9007199254740991,
        minimum: 0,
        type: "integer",
        "x-messages": { maximum: "This ID does not exist", minimum: "This ID does not exist" },
      },
      name: {
        maxLength: 80,
        minLength: 1,
        type: "string",
        "x-messages": {
          maxLength: "Category name must be at most 80 characters",
          minLength: "Category name is required",
          required: "Category name is required",
        },
        "x-one-line": true,
      },
      placeCount: { readOnly: true },
      slug: {
        maxLength: 80,
        pattern: "^[a-z0-9]+(?:-[a-z0-9]+)*$",
        type: "string",
        "x-messages": {
          maxLength: "Page address must be at most 80 characters",
          pattern: "Page address may contain only lowercase letters, digits and hyphens",
        },
      },
      updatedAt: { readOnly: true },
      version: { readOnly: true },
    },
    required: ["name"],
    type: "object",
  },
  ClaimDecisionRequest: {
    additionalProperties: false,
    properties: {
      note: {
        maxLength: 2000,
        type: ["string", "null"],
        "x-messages": { maxLength: "Note must be at most 2000 characters" },
      },
    },
    type: "object",
  },
  ClaimRequest: {
    additionalProperties: false,
    properties: {
      method: {
        enum: ["email", "website", "call"],
        minLength: 1,
        type: "string",
        "x-messages": {
          enum: "Choose how to prove your claim",
          minLength: "Choose how to prove your claim",
          required: "Choose how to prove your claim",
        },
      },
    },
    required: ["method"],
    type: "object",
  },
  ConfirmClaimRequest: {
    additionalProperties: false,
    properties: {
      code: {
        maxLength: 40,
        minLength: 1,
        pattern: "\\S",
        type: "string",
        "x-messages": {
          maxLength: "Code must be at most 40 characters",
          minLength: "Enter the code",
          pattern: "Enter the code",
          required: "Enter the code",
        },
      },
    },
    required: ["code"],
    type: "object",
  },
  ContactRequest: {
    additionalProperties: false,
    properties: {
      elapsedMs: {
        maximum: 1000000000000000,
        minimum: 0,
        type: ["integer", "null"],
        "x-messages": {
          maximum: "Elapsed time must be in milliseconds",
          minimum: "Elapsed time must be in milliseconds",
          type: "Elapsed time must be in milliseconds",
        },
      },
      email: {
        format: "deliverable-email",
        maxLength: 254,
        minLength: 1,
        pattern: "^\\s*[^\\s@]+@[^\\s@.]+(?:\\.[^\\s@.]+)+\\s*$",
        type: "string",
        "x-messages": {
          format: "Valid email is required",
          maxLength: "Email must be at most 254 characters",
          minLength: "Valid email is required",
          pattern: "Valid email is required",
          required: "Valid email is required",
        },
      },
      leaveBlank: {
        maxLength: 2000,
        type: ["string", "null"],
        "x-messages": { maxLength: "Please leave this field blank" },
      },
      message: {
        maxLength: 5000,
        minLength: 1,
        pattern: "\\S",
        type: "string",
        "x-messages": {
          maxLength: "Message must be at most 5000 characters",
          minLength: "Message is required",
          pattern: "Message is required",
          required: "Message is required",
        },
      },
      name: {
        maxLength: 120,
        minLength: 1,
        pattern: "\\S",
        type: "string",
        "x-messages": {
          maxLength: "Name must be at most 120 characters",
          minLength: "Name is required",
          pattern: "Name is required",
          required: "Name is required",
        },
        "x-one-line": true,
      },
      subject: {
        maxLength: 200,
        minLength: 1,
        pattern: "\\S",
        type: "string",
        "x-messages": {
          maxLength: "Subject must be at most 200 characters",
          minLength: "Subject is required",
          pattern: "Subject is required",
          required: "Subject is required",
        },
        "x-one-line": true,
      },
      type: {
        enum: ["general", "business", "travel", "technical", "feedback"],
        type: "string",
        "x-messages": { enum: "Type must be general, business, travel, technical or feedback" },
      },
    },
    required: ["name", "email", "subject", "message"],
    type: "object",
  },
  DeclineProposalRequest: {
    additionalProperties: false,
    properties: {
      note: {
        maxLength: 2000,
        type: ["string", "null"],
        "x-messages": { maxLength: "Note must be at most 2000 characters" },
      },
    },
    type: "object",
  },
  DraftRequest: {
    additionalProperties: false,
    properties: {
      baseVersion: {
        maximum: 9007199254740991,
        minimum: 0,
        type: "integer",
        "x-messages": {
          maximum: "This version does not exist",
          minimum: "Base version must be 0 or more",
          required: "Base version is required",
        },
      },
      fields: {
        additionalProperties: true,
        type: "object",
        "x-messages": { required: "Fields are required" },
      },
      publishAt: {
        maxLength: 40,
        type: ["string", "null"],
        "x-messages": { maxLength: "Publish at must be a time like 2027-02-05T01:00:00Z" },
      },
    },
    required: ["baseVersion", "fields"],
    type: "object",
  },
  EnquiryRequest: {
    additionalProperties: false,
    properties: {
      arrival: {
        pattern: "^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$",
        type: ["string", "null"],
        "x-messages": { pattern: "Arrival must be a date like 2027-03-14" },
      },
      departure: {
        pattern: "^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$",
        type: ["string", "null"],
        "x-messages": { pattern: "Departure must be a date like 2027-03-16" },
      },
      elapsedMs: {
        maximum: 1000000000000000,
        minimum: 0,
        type: ["integer", "null"],
        "x-messages": {
          maximum: "Elapsed time must be in milliseconds",
          minimum: "Elapsed time must be in milliseconds",
          type: "Elapsed time must be in milliseconds",
        },
      },
      email: {
        format: "deliverable-email",
        maxLength: 254,
        minLength: 1,
        pattern: "^\\s*[^\\s@]+@[^\\s@.]+(?:\\.[^\\s@.]+)+\\s*$",
        type: "string",
        "x-messages": {
          format: "Valid email is required",
          maxLength: "Email must be at most 254 characters",
          minLength: "Valid email is required",
          pattern: "Valid email is required",
          required: "Valid email is required",
        },
      },
      leaveBlank: {
        maxLength: 2000,
        type: ["string", "null"],
        "x-messages": { maxLength: "Please leave this field blank" },
      },
      message: {
        maxLength: 5000,
        minLength: 1,
        pattern: "\\S",
        type: "string",
        "x-messages": {
          maxLength: "Message must be at most 5000 characters",
          minLength: "Message is required",
          pattern: "Message is required",
          required: "Message is required",
        },
      },
      name: {
        maxLength: 120,
        minLength: 1,
        pattern: "\\S",
        type: "string",
        "x-messages": {
          maxLength: "Name must be at most 120 characters",
          minLength: "Name is required",
          pattern: "Name is required",
          required: "Name is required",
        },
        "x-one-line": true,
      },
      people: {
        maximum: 500,
        minimum: 1,
        type: ["integer", "null"],
        "x-messages": {
          maximum: "Number of people must be a whole number from 1 to 500",
          minimum: "Number of people must be a whole number from 1 to 500",
          type: "Number of people must be a whole number from 1 to 500",
        },
      },
    },
    required: ["name", "email", "message"],
    type: "object",
  },
  EntryChanges: {
    additionalProperties: false,
    properties: {
      location: {
        maxLength: 300,
        type: ["string", "null"],
        "x-messages": { maxLength: "Location must be at most 300 characters" },
        "x-one-line": true,
      },
      message: {
        maxLength: 1000,
        minLength: 1,
        pattern: "\\S",
        type: "string",
        "x-messages": {
          maxLength: "Message must be less than 1000 characters",
          minLength: "Message is required",
          pattern: "Message is required",
          required: "Message is required",
        },
      },
      nationality: {
        maxLength: 80,
        type: ["string", "null"],
        "x-messages": { maxLength: "Nationality must be at most 80 characters" },
        "x-one-line": true,
      },
      rating: {
        maximum: 5,
        minimum: 0,
        multipleOf: 1,
        type: ["number", "string", "null"],
        "x-messages": {
          maximum: "Rating must be between 1 and 5",
          minimum: "Rating must be between 1 and 5",
          multipleOf: "Rating must be a whole number",
          type: "Rating must be a number",
        },
      },
      relatedPlaceId: {
        maximum: 9007199254740991,
        minimum: 0,
        type: ["integer", "null"],
        "x-messages": {
          maximum: "This ID does not exist",
          minimum: "This ID does not exist",
          type: "This place does not exist",
        },
      },
    },
    type: "object",
  },
  GettingHereChanges: {
    additionalProperties: false,
    properties: {
      around: {
        items: {
          additionalProperties: false,
          properties: {
            paragraphs: {
              items: {
                maxLength: 2000,
                minLength: 1,
                type: "string",
                "x-messages": {
                  maxLength: "Paragraph must be at most 2000 characters",
                  minLength: "Paragraph text is required",
                  required: "Paragraph text is required",
                },
              },
              maxItems: 20,
              minItems: 1,
              type: "array",
              "x-messages": {
                maxItems: "At most 20 paragraphs",
                minItems: "At least one paragraph is required",
                required: "At least one paragraph is required",
              },
            },
            title: {
              maxLength: 120,
              minLength: 1,
              type: "string",
              "x-messages": {
                maxLength: "Heading must be at most 120 characters",
                minLength: "Heading is required",
                required: "Heading is required",
              },
              "x-one-line": true,
            },
          },
          required: ["title", "paragraphs"],
          type: "object",
        },
        maxItems: 40,
        minItems: 1,
        type: "array",
        "x-messages": {
          maxItems: "At most 40 sections",
          minItems: "At least one section is required",
          required: "At least one section is required",
        },
      },
      cities: {
        items: {
          additionalProperties: false,
          properties: {
            distanceKm: {
              maximum: 20000,
              minimum: 0,
              type: "integer",
              "x-messages": {
                maximum: "Distance must be between 0 and 20000 km",
                minimum: "Distance must be between 0 and 20000 km",
                required: "Distance is required",
                type: "Distance must be a whole number of kilometers",
              },
            },
            name: {
              maxLength: 60,
              minLength: 1,
              type: "string",
              "x-messages": {
                maxLength: "City must be at most 60 characters",
                minLength: "City is required",
                required: "City is required",
              },
              "x-one-line": true,
            },
            options: {
              items: {
                additionalProperties: false,
                properties: {
                  companies: {
                    items: {
                      maxLength: 80,
                      minLength: 1,
                      type: "string",
                      "x-messages": {
                        maxLength: "Company name must be at most 80 characters",
                        minLength: "Company name is required",
                        required: "Company name is required",
                      },
                      "x-one-line": true,
                    },
                    maxItems: 12,
                    type: "array",
                    "x-messages": { maxItems: "At most 12 companies" },
                  },
                  details: {
                    maxLength: 600,
                    type: "string",
                    "x-messages": { maxLength: "Details must be at most 600 characters" },
                  },
                  duration: {
                    maxLength: 80,
                    minLength: 1,
                    type: "string",
                    "x-messages": {
                      maxLength: "Duration must be at most 80 characters",
                      minLength: "Duration is required",
                      required: "Duration is required",
                    },
                    "x-one-line": true,
                  },
                  price: {
                    maxLength: 120,
                    type: "string",
                    "x-messages": { maxLength: "Price must be at most 120 characters" },
                    "x-one-line": true,
                  },
                  prices: {
                    items: {
                      additionalProperties: false,
                      properties: {
                        amount: {
                          maximum: 1000000000000,
                          minimum: 0,
                          type: "integer",
                          "x-messages": {
                            maximum: "Amount must be at most 1000000000000",
                            minimum: "Amount must be 0 or more",
                            required: "Amount is required",
                            type: "Amount must be a whole number",
                          },
                        },
                        amountTo: {
                          maximum: 1000000000000,
                          minimum: 0,
                          type: ["integer", "null"],
                          "x-messages": {
                            maximum: "Amount must be at most 1000000000000",
                            minimum: "Amount must be 0 or more",
                            type: "Amount must be a whole number",
                          },
                        },
                        audience: {
                          enum: ["everyone", "adult", "child", "student", "local", "foreigner"],
                          type: "string",
                          "x-messages": {
                            enum: "Audience must be everyone, adult, child, student, local or foreigner",
                          },
                        },
                        checkedAt: {
                          minLength: 1,
                          pattern:
                            "^(?:19|20)[0-9]{2}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12][0-9]|3[01]))?)?$",
                          type: "string",
                          "x-messages": {
                            minLength: "Date of the check is required",
                            pattern:
                              "Date of the check must be a date like 2026-03-12, a month like 2026-03 or a year",
                            required: "Date of the check is required",
                          },
                        },
                        currency: {
                          pattern: "^[A-Z]{3}$",
                          type: "string",
                          "x-messages": { pattern: "Currency must be three capital letters, such as VND" },
                        },
                        label: {
                          maxLength: 100,
                          type: ["string", "null"],
                          "x-messages": { maxLength: "Label must be at most 100 characters" },
                          "x-one-line": true,
                        },
                        per: {
                          pattern: "^(?:person|group|boat|vehicle|night|day|hour|item|kilogram|entry)$",
                          type: ["string", "null"],
                          "x-messages": {
                            pattern:
                              "Per must be person, group, boat, vehicle, night, day, hour, item, kilogram or entry",
                          },
                        },
                      },
                      required: ["amount", "checkedAt"],
                      type: "object",
                      "x-messages": {
                        type: "Prices must be a list, each with an amount and the date of its check",
                      },
                    },
                    maxItems: 30,
                    type: "array",
                    "x-messages": {
                      maxItems: "At most 30 prices",
                      type: "Prices must be a list, each with an amount and the date of its check",
                    },
                  },
                  type: {
                    maxLength: 80,
                    minLength: 1,
                    type: "string",
                    "x-messages": {
                      maxLength: "Transport type must be at most 80 characters",
                      minLength: "Transport type is required",
                      required: "Transport type is required",
                    },
                    "x-one-line": true,
                  },
                },
                required: ["type", "duration"],
                type: "object",
              },
              maxItems: 12,
              minItems: 1,
              type: "array",
              "x-messages": {
                maxItems: "At most 12 transport options per city",
                minItems: "At least one transport option is required",
                required: "At least one transport option is required",
              },
            },
          },
          required: ["name", "distanceKm", "options"],
          type: "object",
        },
        maxItems: 20,
        minItems: 1,
        type: "array",
        "x-messages": {
          maxItems: "At most 20 cities",
          minItems: "At least one city is required",
          required: "At least one city is required",
        },
      },
      intro: {
        maxLength: 600,
        type: "string",
        "x-messages": { maxLength: "Introduction must be at most 600 characters" },
      },
      tips: {
        items: {
          additionalProperties: false,
          properties: {
            items: {
              items: {
                maxLength: 600,
                minLength: 1,
                type: "string",
                "x-messages": {
                  maxLength: "Tip must be at most 600 characters",
                  minLength: "Tip text is required",
                  required: "Tip text is required",
                },
              },
              maxItems: 20,
              minItems: 1,
              type: "array",
              "x-messages": {
                maxItems: "At most 20 tips per list",
                minItems: "At least one tip is required",
                required: "At least one tip is required",
              },
            },
            title: {
              maxLength: 120,
              minLength: 1,
              type: "string",
              "x-messages": {
                maxLength: "Heading must be at most 120 characters",
                minLength: "Heading is required",
                required: "Heading is required",
              },
              "x-one-line": true,
            },
          },
          required: ["title", "items"],
          type: "object",
        },
        maxItems: 8,
        minItems: 1,
        type: "array",
        "x-messages": {
          maxItems: "At most 8 lists of tips",
          minItems: "At least one list of tips is required",
          required: "At least one list of tips is required",
        },
      },
      title: {
        maxLength: 120,
        minLength: 1,
        type: "string",
        "x-messages": {
          maxLength: "Heading must be at most 120 characters",
          minLength: "Heading is required",
          required: "Heading is required",
        },
        "x-one-line": true,
      },
      updatedAt: { readOnly: true },
      verified: {
        maxLength: 60,
        minLength: 1,
        type: "string",
        "x-messages": {
          maxLength: "Verification date must be at most 60 characters",
          minLength: "Verification date is required",
          required: "Verification date is required",
        },
      },
      version: { readOnly: true },
    },
    type: "object",
  },
  HelpChanges: {
    additionalProperties: false,
    properties: {
      intro: {
        maxLength: 600,
        type: "string",
        "x-messages": { maxLength: "Introduction must be at most 600 characters" },
      },
      questions: {
        items: {
          additionalProperties: false,
          properties: {
            answer: {
              maxLength: 2000,
              minLength: 1,
              type: "string",
              "x-messages": {
                maxLength: "Answer must be at most 2000 characters",
                minLength: "Answer is required",
                required: "Answer is required",
              },
            },
            question: {
              maxLength: 200,
              minLength: 1,
              type: "string",
              "x-messages": {
                maxLength: "Question must be at most 200 characters",
                minLength: "Question is required",
                required: "Question is required",
              },
              "x-one-line": true,
            },
          },
          required: ["question", "answer"],
          type: "object",
        },
        maxItems: 60,
        minItems: 1,
        type: "array",
        "x-messages": {
          maxItems: "At most 60 questions",
          minItems: "At least one question is required",
          required: "At least one question is required",
        },
      },
      title: {
        maxLength: 120,
        minLength: 1,
        type: "string",
        "x-messages": {
          maxLength: "Heading must be at most 120 characters",
          minLength: "Heading is required",
          required: "Heading is required",
        },
        "x-one-line": true,
      },
      updatedAt: { readOnly: true },
      version: { readOnly: true },
    },
    type: "object",
  },
  HeroPrompt: {
    additionalProperties: false,
    properties: { button: { type: "string" }, href: { type: "string" }, text: { type: "string" } },
    required: ["text", "button", "href"],
    type: "object",
  },
  HomeCard: {
    additionalProperties: false,
    properties: {
      button: { type: "string" },
      href: { type: "string" },
      text: { type: "string" },
      title: { type: "string" },
    },
    required: ["title", "text", "button", "href"],
    type: "object",
  },
  ImportApplyRequest: {
    additionalProperties: false,
    properties: { publishes: { type: "boolean" } },
    type: "object",
  },
  ImportDecisionsRequest: {
    additionalProperties: false,
    properties: {
      decisions: {
        items: {
          additionalProperties: false,
          properties: {
            decision: {
              enum: ["link", "create", "skip"],
              minLength: 1,
              type: "string",
              "x-messages": {
                enum: "Decision must be link, create or skip",
                minLength: "Decision must be link, create or skip",
                required: "Decision must be link, create or skip",
              },
            },
            placeId: {
              maximum: 9007199254740991,
              minimum: 0,
              type: ["integer", "null"],
              "x-messages": { maximum: "This ID does not exist", minimum: "This ID does not exist" },
            },
            row: {
              maximum: 9007199254740991,
              minimum: 0,
              type: "integer",
              "x-messages": {
                maximum: "This ID does not exist",
                minimum: "This ID does not exist",
                required: "Row is required",
              },
            },
          },
          required: ["row", "decision"],
          type: "object",
        },
        maxItems: 1000,
        type: "array",
        "x-messages": { maxItems: "At most 1000 decisions" },
      },
      remaining: {
        pattern: "^(?:link|create|skip)$",
        type: ["string", "null"],
        "x-messages": { pattern: "Decision must be link, create or skip" },
      },
    },
    type: "object",
  },
  ImportMappingRequest: {
    additionalProperties: false,
    properties: {
      categories: {
        items: {
          additionalProperties: false,
          properties: {
            categoryId: {
              maximum: 9007199254740991,
              minimum: 0,
              type: "integer",
              "x-messages": {
                maximum: "This ID does not exist",
                minimum: "This ID does not exist",
                required: "Category is required",
              },
            },
            value: {
              maxLength: 500,
              minLength: 1,
              type: "string",
              "x-messages": {
                maxLength: "Value must be at most 500 characters",
                minLength: "Value is required",
                required: "Value is required",
              },
            },
          },
          required: ["value", "categoryId"],
          type: "object",
        },
        maxItems: 200,
        type: "array",
        "x-messages": { maxItems: "At most 200 category values" },
      },
      clearsEmpty: { type: "boolean" },
      columns: {
        items: {
          additionalProperties: false,
          properties: {
            column: {
              maxLength: 100,
              minLength: 1,
              type: "string",
              "x-messages": {
                maxLength: "Column must be at most 100 characters",
                minLength: "Column is required",
                required: "Column is required",
              },
            },
            field: {
              pattern:
                "^(?:id|foreignId|slug|name|localName|categories|latitude|longitude|description|address|commune|phone|email|website|hours|operatingHours|priceRange|prices|tags|amenities|imageUrl|gallery|rating|ratingSource|reviewCount|reviews|bookingType|affiliateLink|bookingComUrl|agodaUrl|directBookingContact|enquiryFormEnabled|featuredText|googleMapsUrl)$",
              type: ["string", "null"],
              "x-messages": { pattern: "A column cannot set this field" },
            },
          },
          required: ["column"],
          type: "object",
        },
        maxItems: 200,
        minItems: 1,
        type: "array",
        "x-messages": {
          maxItems: "At most 200 columns",
          minItems: "Map at least one column",
          required: "Map at least one column",
        },
      },
      defaultCategoryId: {
        maximum: 9007199254740991,
        minimum: 0,
        type: ["integer", "null"],
        "x-messages": { maximum: "This ID does not exist", minimum: "This ID does not exist" },
      },
      leavesOutInvalid: { type: "boolean" },
      license: {
        maxLength: 100,
        type: ["string", "null"],
        "x-messages": { maxLength: "License must be at most 100 characters" },
        "x-one-line": true,
      },
      source: {
        maxLength: 100,
        type: ["string", "null"],
        "x-messages": { maxLength: "Source must be at most 100 characters" },
        "x-one-line": true,
      },
    },
    required: ["columns"],
    type: "object",
  },
  MapCamera: {
    additionalProperties: false,
    properties: {
      latitude: { format: "double", type: "number" },
      longitude: { format: "double", type: "number" },
      zoom: { format: "double", type: "number" },
    },
    required: ["latitude", "longitude", "zoom"],
    type: "object",
  },
  MediaChanges: {
    additionalProperties: false,
    properties: {
      alt: {
        maxLength: 300,
        type: ["string", "null"],
        "x-messages": { maxLength: "Description must be at most 300 characters" },
        "x-one-line": true,
      },
      caption: {
        maxLength: 500,
        type: ["string", "null"],
        "x-messages": { maxLength: "Caption must be at most 500 characters" },
        "x-one-line": true,
      },
      credit: {
        maxLength: 200,
        type: ["string", "null"],
        "x-messages": { maxLength: "Credit must be at most 200 characters" },
        "x-one-line": true,
      },
      focalX: {
        maximum: 1,
        minimum: 0,
        type: "number",
        "x-messages": {
          maximum: "Focal point must be between 0 and 1",
          minimum: "Focal point must be between 0 and 1",
          type: "Focal point must be between 0 and 1",
        },
      },
      focalY: {
        maximum: 1,
        minimum: 0,
        type: "number",
        "x-messages": {
          maximum: "Focal point must be between 0 and 1",
          minimum: "Focal point must be between 0 and 1",
          type: "Focal point must be between 0 and 1",
        },
      },
      isDecorative: { type: "boolean" },
      licence: {
        maxLength: 200,
        type: ["string", "null"],
        "x-messages": { maxLength: "License must be at most 200 characters" },
        "x-one-line": true,
      },
      version: { readOnly: true },
    },
    type: "object",
  },
  MessageChanges: {
    additionalProperties: false,
    properties: {
      answeredAt: { readOnly: true },
      createdAt: { readOnly: true },
      dueAt: { readOnly: true },
      email: { readOnly: true },
      id: {
        maximum: 9007199254740991,
        minimum: 0,
        type: "integer",
        "x-messages": { maximum: "This ID does not exist", minimum: "This ID does not exist" },
      },
      message: { readOnly: true },
      name: { readOnly: true },
      note: {
        maxLength: 2000,
        type: ["string", "null"],
        "x-messages": { maxLength: "Note must be at most 2000 characters" },
      },
      spamReasons: { readOnly: true },
      spamScore: { readOnly: true },
      status: {
        enum: ["new", "answered", "closed", "spam"],
        type: "string",
        "x-messages": { enum: "Status must be new, answered, closed or spam" },
      },
      subject: { readOnly: true },
      type: { readOnly: true },
      updatedAt: { readOnly: true },
      version: { readOnly: true },
    },
    type: "object",
  },
  ModerationRequest: {
    additionalProperties: false,
    properties: {
      notes: {
        maxLength: 2000,
        type: ["string", "null"],
        "x-messages": { maxLength: "Notes must be at most 2000 characters" },
      },
      status: {
        enum: ["approved", "rejected", "spam"],
        minLength: 1,
        type: "string",
        "x-messages": {
          enum: "Status must be approved, rejected or spam",
          minLength: "Status must be approved, rejected or spam",
          required: "Status must be approved, rejected or spam",
        },
      },
    },
    required: ["status"],
    type: "object",
  },
  NewComment: {
    additionalProperties: false,
    properties: {
      comment: {
        maxLength: 500,
        minLength: 1,
        pattern: "\\S",
        type: "string",
        "x-messages": {
          maxLength: "Comment must be less than 500 characters",
          minLength: "Comment is required",
          pattern: "Comment is required",
          required: "Comment is required",
        },
      },
      elapsedMs: {
        maximum: 1000000000000000,
        minimum: 0,
        type: ["integer", "null"],
        "x-messages": {
          maximum: "Elapsed time must be in milliseconds",
          minimum: "Elapsed time must be in milliseconds",
          type: "Elapsed time must be in milliseconds",
        },
      },
      leaveBlank: {
        maxLength: 2000,
        type: ["string", "null"],
        "x-messages": { maxLength: "Please leave this field blank" },
      },
      parentCommentId: {
        maximum: 9007199254740991,
        minimum: 0,
        type: ["integer", "null"],
        "x-messages": {
          maximum: "This ID does not exist",
          minimum: "This ID does not exist",
          type: "This comment does not exist",
        },
      },
    },
    required: ["comment"],
    type: "object",
  },
  NewEntry: {
    additionalProperties: false,
    properties: {
      elapsedMs: {
        maximum: 1000000000000000,
        minimum: 0,
        type: ["integer", "null"],
        "x-messages": {
          maximum: "Elapsed time must be in milliseconds",
          minimum: "Elapsed time must be in milliseconds",
          type: "Elapsed time must be in milliseconds",
        },
      },
      latitude: {
        maximum: 90,
        minimum: -90,
        type: ["number", "string", "null"],
        "x-messages": {
          maximum: "Latitude must be between -90 and 90",
          minimum: "Latitude must be between -90 and 90",
          type: "Latitude must be a number",
        },
      },
      leaveBlank: {
        maxLength: 2000,
        type: ["string", "null"],
        "x-messages": { maxLength: "Please leave this field blank" },
      },
      location: {
        maxLength: 300,
        type: ["string", "null"],
        "x-messages": { maxLength: "Location must be at most 300 characters" },
        "x-one-line": true,
      },
      longitude: {
        maximum: 180,
        minimum: -180,
        type: ["number", "string", "null"],
        "x-messages": {
          maximum: "Longitude must be between -180 and 180",
          minimum: "Longitude must be between -180 and 180",
          type: "Longitude must be a number",
        },
      },
      message: {
        maxLength: 1000,
        minLength: 1,
        pattern: "\\S",
        type: "string",
        "x-messages": {
          maxLength: "Message must be less than 1000 characters",
          minLength: "Message is required",
          pattern: "Message is required",
          required: "Message is required",
        },
      },
      nationality: {
        maxLength: 80,
        type: ["string", "null"],
        "x-messages": { maxLength: "Nationality must be at most 80 characters" },
        "x-one-line": true,
      },
      pictureIds: {
        items: {
          maximum: 9007199254740991,
          minimum: 0,
          type: "integer",
          "x-messages": { maximum: "This ID does not exist", minimum: "This ID does not exist" },
        },
        maxItems: 3,
        type: "array",
        "x-messages": { maxItems: "At most 3 photos" },
      },
      rating: {
        maximum: 5,
        minimum: 1,
        multipleOf: 1,
        type: ["number", "string", "null"],
        "x-messages": {
          maximum: "Rating must be between 1 and 5",
          minimum: "Rating must be between 1 and 5",
          multipleOf: "Rating must be a whole number",
          type: "Rating must be a number",
        },
      },
      relatedPlaceId: {
        maximum: 9007199254740991,
        minimum: 0,
        type: ["integer", "null"],
        "x-messages": {
          maximum: "This ID does not exist",
          minimum: "This ID does not exist",
          type: "This place does not exist",
        },
      },
    },
    required: ["message"],
    type: "object",
  },
  NewExperience: {
    additionalProperties: false,
    properties: {
      elapsedMs: {
        maximum: 1000000000000000,
        minimum: 0,
        type: ["integer", "null"],
        "x-messages": {
          maximum: "Elapsed time must be in milliseconds",
          minimum: "Elapsed time must be in milliseconds",
          type: "Elapsed time must be in milliseconds",
        },
      },
      leaveBlank: {
        maxLength: 2000,
        type: ["string", "null"],
        "x-messages": { maxLength: "Please leave this field blank" },
      },
      message: {
        maxLength: 1000,
        minLength: 10,
        pattern: "\\S",
        type: "string",
        "x-messages": {
          maxLength: "Message must be less than 1000 characters",
          minLength: "Please share at least 10 characters about your experience",
          pattern: "Please share at least 10 characters about your experience",
          required: "Please share at least 10 characters about your experience",
        },
      },
      nationality: {
        maxLength: 80,
        type: ["string", "null"],
        "x-messages": { maxLength: "Nationality must be at most 80 characters" },
        "x-one-line": true,
      },
      pictureIds: {
        items: {
          maximum: 9007199254740991,
          minimum: 0,
          type: "integer",
          "x-messages": { maximum: "This ID does not exist", minimum: "This ID does not exist" },
        },
        maxItems: 3,
        type: "array",
        "x-messages": { maxItems: "At most 3 photos" },
      },
      rating: {
        maximum: 5,
        minimum: 1,
        multipleOf: 1,
        type: ["number", "string"],
        "x-messages": {
          maximum: "Rating must be between 1 and 5",
          minimum: "Please rate your experience",
          multipleOf: "Rating must be a whole number",
          required: "Please rate your experience",
          type: "Please rate your experience",
        },
      },
      relatedPlaceId: {
        maximum: 9007199254740991,
        minimum: 0,
        type: ["integer", "null"],
        "x-messages": {
          maximum: "This ID does not exist",
          minimum: "This ID does not exist",
          type: "This place does not exist",
        },
      },
    },
    required: ["message", "rating"],
    type: "object",
  },
  NewPasswordRequest: {
    additionalProperties: false,
    properties: {
      password: {
        maxLength: 1024,
        minLength: 6,
        type: "string",
        "x-messages": {
          maxLength: "Password must be at most 1024 characters",
          minLength: "Password must be at least 6 characters",
          required: "Password is required",
        },
      },
      token: {
        maxLength: 100,
        minLength: 1,
        type: "string",
        "x-messages": {
          maxLength: "This link is not valid",
          minLength: "This link is incomplete",
          required: "This link is incomplete",
        },
      },
    },
    required: ["token", "password"],
    type: "object",
  },
  OwnerReminderAnswer: {
    additionalProperties: false,
    properties: {
      answer: {
        enum: ["confirm", "stop"],
        minLength: 1,
        type: "string",
        "x-messages": {
          enum: "Answer must be confirm or stop",
          minLength: "Answer must be confirm or stop",
          required: "Answer must be confirm or stop",
        },
      },
      token: {
        maxLength: 100,
        minLength: 1,
        type: "string",
        "x-messages": {
          maxLength: "This link is not valid",
          minLength: "This link is incomplete",
          required: "This link is incomplete",
        },
      },
    },
    required: ["token", "answer"],
    type: "object",
  },
  OwnerReplyRequest: {
    additionalProperties: false,
    properties: {
      comment: {
        maxLength: 500,
        minLength: 1,
        pattern: "\\S",
        type: "string",
        "x-messages": {
          maxLength: "Reply must be at most 500 characters",
          minLength: "Reply is required",
          pattern: "Reply is required",
          required: "Reply is required",
        },
      },
      elapsedMs: {
        maximum: 1000000000000000,
        minimum: 0,
        type: ["integer", "null"],
        "x-messages": {
          maximum: "Elapsed time must be in milliseconds",
          minimum: "Elapsed time must be in milliseconds",
          type: "Elapsed time must be in milliseconds",
        },
      },
      leaveBlank: {
        maxLength: 2000,
        type: ["string", "null"],
        "x-messages": { maxLength: "Please leave this field blank" },
      },
    },
    required: ["comment"],
    type: "object",
  },
  PasswordChangeRequest: {
    additionalProperties: false,
    properties: {
      currentPassword: {
        maxLength: 1024,
        minLength: 1,
        type: "string",
        "x-messages": {
          maxLength: "Password must be at most 1024 characters",
          minLength: "Password is required",
          required: "Password is required",
        },
      },
      newPassword: {
        maxLength: 1024,
        minLength: 6,
        type: "string",
        "x-messages": {
          maxLength: "Password must be at most 1024 characters",
          minLength: "Password must be at least 6 characters",
          required: "Password is required",
        },
      },
    },
    required: ["currentPassword", "newPassword"],
    type: "object",
  },
  PasswordConfirmation: {
    additionalProperties: false,
    properties: {
      currentPassword: {
        maxLength: 1024,
        minLength: 1,
        type: ["string", "null"],
        "x-messages": {
          maxLength: "Password must be at most 1024 characters",
          minLength: "Password is required",
          required: "Password is required",
        },
      },
    },
    type: "object",
  },
  PasswordResetRequest: {
    additionalProperties: false,
    properties: {
      email: {
        maxLength: 254,
        minLength: 1,
        pattern: "^\\s*[^\\s@]+@[^\\s@]+\\s*$",
        type: "string",
        "x-messages": {
          maxLength: "Email must be at most 254 characters",
          minLength: "Email is required",
          pattern: "Please enter a valid email address",
          required: "Email is required",
        },
      },
    },
    required: ["email"],
    type: "object",
  },
  PlaceBulkChanges: {
    additionalProperties: false,
    properties: {
      addCategoryIds: {
        items: {
          maximum: 9007199254740991,
          minimum: 0,
          type: "integer",
          "x-messages": { maximum: "This ID does not exist", minimum: "This ID does not exist" },
        },
        maxItems: 10,
        type: "array",
        "x-messages": { maxItems: "At most 10 categories" },
      },
      dismissRecheck: { type: "boolean" },
      ids: {
        items: {
          maximum: 9007199254740991,
          minimum: 0,
          type: "integer",
          "x-messages": { maximum: "This ID does not exist", minimum: "This ID does not exist" },
        },
        maxItems: 200,
        minItems: 1,
        type: "array",
        "x-messages": {
          maxItems: "Select at most 200 items",
          minItems: "Select at least one item",
          required: "Select at least one item",
        },
      },
      isActive: { type: "boolean" },
      isPremium: { type: "boolean" },
      isRecommended: { type: "boolean" },
      isVerified: { type: "boolean" },
      removeCategoryIds: {
        items: {
          maximum: 9007199254740991,
          minimum: 0,
          type: "integer",
          "x-messages": { maximum: "This ID does not exist", minimum: "This ID does not exist" },
        },
        maxItems: 10,
        type: "array",
        "x-messages": { maxItems: "At most 10 categories" },
      },
    },
    required: ["ids"],
    type: "object",
  },
  PlaceChanges: {
    additionalProperties: false,
    properties: {
      acceptsEnquiries: { readOnly: true },
      address: {
        maxLength: 500,
        type: ["string", "null"],
        "x-messages": { maxLength: "Address must be at most 500 characters" },
        "x-one-line": true,
      },
      affiliateLink: {
        format: "http-url",
        maxLength: 1000,
        type: ["string", "null"],
        "x-messages": {
          format: "Affiliate link must be a valid URL",
          maxLength: "Link must be at most 1000 characters",
        },
      },
      agodaUrl: {
        format: "http-url",
        maxLength: 1000,
        type: ["string", "null"],
        "x-messages": {
          format: "Agoda URL must be a valid URL",
          maxLength: "Link must be at most 1000 characters",
        },
      },
      alerts: { readOnly: true },
      amenities: {
        items: {
          maxLength: 60,
          pattern: "^[^,]*$",
          type: "string",
          "x-messages": {
            maxLength: "Each item must be at most 60 characters",
            pattern: "Enter each item separately, without commas",
          },
          "x-one-line": true,
        },
        maxItems: 50,
        type: "array",
        "x-messages": { maxItems: "At most 50 amenities" },
      },
      bookingComUrl: {
        format: "http-url",
        maxLength: 1000,
        type: ["string", "null"],
        "x-messages": {
          format: "Booking.com URL must be a valid URL",
          maxLength: "Link must be at most 1000 characters",
        },
      },
      bookingType: {
        enum: ["none", "direct", "affiliate"],
        type: "string",
        "x-messages": { enum: "Booking type must be none, direct or affiliate" },
      },
      categories: { readOnly: true },
      category: { readOnly: true },
      categoryIds: {
        items: {
          maximum: 9007199254740991,
          minimum: 0,
          type: "integer",
          "x-messages": { maximum: "This ID does not exist", minimum: "This ID does not exist" },
        },
        maxItems: 10,
        minItems: 1,
        type: "array",
        "x-messages": {
          maxItems: "At most 10 categories",
          minItems: "At least one category is required",
          required: "At least one category is required",
        },
      },
      checkedAt: { readOnly: true },
      checkedBy: { readOnly: true },
      checks: {
        items: {
          additionalProperties: false,
          properties: {
            checkedAt: {
              maxLength: 40,
              minLength: 1,
              type: "string",
              "x-messages": {
                maxLength: "Checked at must be a time like 2026-11-21T08:00:00Z",
                minLength: "Date of the check is required",
                required: "Date of the check is required",
              },
            },
            checkedBy: {
              enum: ["team", "owner", "travelers"],
              type: "string",
              "x-messages": { enum: "Checked by must be team, owner or travelers" },
            },
            count: { readOnly: true },
            group: {
              enum: ["position", "hours", "price", "contact", "status"],
              minLength: 1,
              type: "string",
              "x-messages": {
                enum: "Group must be position, hours, price, contact or status",
                minLength: "Group is required",
                required: "Group is required",
              },
            },
            recheckReason: {
              pattern: "^(?:changed|expired)$",
              type: ["string", "null"],
              "x-messages": { pattern: "Recheck reason must be changed or expired" },
            },
            source: {
              maxLength: 200,
              type: ["string", "null"],
              "x-messages": { maxLength: "Source must be at most 200 characters" },
              "x-one-line": true,
            },
            sourceUrl: {
              format: "http-url",
              maxLength: 1000,
              type: ["string", "null"],
              "x-messages": {
                format: "Source link must be a valid URL starting with http:// or https://",
                maxLength: "Link must be at most 1000 characters",
              },
            },
          },
          required: ["group", "checkedAt"],
          type: "object",
        },
        maxItems: 10,
        type: "array",
        "x-messages": { maxItems: "At most 10 checks" },
      },
      closedMonths: {
        items: {
          maximum: 12,
          minimum: 1,
          type: "integer",
          "x-messages": {
            maximum: "Month must be a number from 1 to 12",
            minimum: "Month must be a number from 1 to 12",
            type: "Month must be a number from 1 to 12",
          },
        },
        maxItems: 12,
        type: "array",
        "x-messages": { maxItems: "List each month only once" },
      },
      commune: {
        maxLength: 100,
        type: ["string", "null"],
        "x-messages": { maxLength: "Commune must be at most 100 characters" },
        "x-one-line": true,
      },
      coordinateConfidence: {
        pattern: "^(?:surveyed|approximate|village-level)$",
        type: ["string", "null"],
        "x-messages": { pattern: "Location accuracy must be surveyed, approximate or village-level" },
      },
      createdAt: { readOnly: true },
      description: {
        maxLength: 10000,
        type: ["string", "null"],
        "x-messages": { maxLength: "Description must be at most 10000 characters" },
      },
      directBookingContact: {
        maxLength: 300,
        type: ["string", "null"],
        "x-messages": { maxLength: "Booking contact must be at most 300 characters" },
        "x-one-line": true,
      },
      directBookingUrl: { readOnly: true },
      email: {
        format: "deliverable-email",
        maxLength: 254,
        pattern: "^[^\\s@]+@[^\\s@.]+(?:\\.[^\\s@.]+)+$",
        type: ["string", "null"],
        "x-messages": {
          format: "Valid email is required",
          maxLength: "Email must be at most 254 characters",
          pattern: "Valid email is required",
        },
      },
      enquiryFormEnabled: { type: "boolean" },
      featuredText: {
        maxLength: 200,
        type: ["string", "null"],
        "x-messages": { maxLength: "Featured text must be at most 200 characters" },
        "x-one-line": true,
      },
      gallery: {
        items: {
          format: "image-url",
          maxLength: 1000,
          type: "string",
          "x-messages": {
            format: "Image URL must be a valid URL or relative path starting with /",
            maxLength: "Image URL must be less than 1000 characters",
          },
        },
        maxItems: 30,
        type: "array",
        "x-messages": { maxItems: "At most 30 images" },
      },
      goodMonths: {
        items: {
          maximum: 12,
          minimum: 1,
          type: "integer",
          "x-messages": {
            maximum: "Month must be a number from 1 to 12",
            minimum: "Month must be a number from 1 to 12",
            type: "Month must be a number from 1 to 12",
          },
        },
        maxItems: 12,
        type: "array",
        "x-messages": { maxItems: "List each month only once" },
      },
      googleMapsUrl: {
        format: "http-url",
        maxLength: 1000,
        type: ["string", "null"],
        "x-messages": {
          format: "Google Maps URL must be a valid URL",
          maxLength: "Link must be at most 1000 characters",
        },
      },
      hours: {
        maxLength: 500,
        type: ["string", "null"],
        "x-messages": { maxLength: "Hours must be at most 500 characters" },
        "x-one-line": true,
      },
      id: {
        maximum: 9007199254740991,
        minimum: 0,
        type: "integer",
        "x-messages": { maximum: "This ID does not exist", minimum: "This ID does not exist" },
      },
      imageUrl: {
        format: "image-url",
        maxLength: 1000,
        type: ["string", "null"],
        "x-messages": {
          format: "Image URL must be a valid URL or relative path starting with /",
          maxLength: "Image URL must be less than 1000 characters",
        },
      },
      isActive: { type: "boolean" },
      isLiked: { readOnly: true },
      isPremium: { type: "boolean" },
      isRecommended: { type: "boolean" },
      isVerified: { type: "boolean" },
      lastSeenYear: {
        maximum: 2200,
        minimum: 1500,
        type: ["integer", "null"],
        "x-messages": {
          maximum: "Last seen must be a year before 2200",
          minimum: "Last seen must be a year after 1500",
          type: "Last seen must be a year",
        },
      },
      latitude: {
        maximum: 90,
        minimum: -90,
        type: ["number", "string"],
        "x-messages": {
          maximum: "Latitude must be between -90 and 90",
          minimum: "Latitude must be between -90 and 90",
          required: "Latitude is required",
          type: "Latitude must be a number",
        },
      },
      likeCount: { readOnly: true },
      liveSince: { readOnly: true },
      localName: {
        maxLength: 200,
        type: ["string", "null"],
        "x-messages": { maxLength: "Local name must be at most 200 characters" },
        "x-one-line": true,
      },
      longitude: {
        maximum: 180,
        minimum: -180,
        type: ["number", "string"],
        "x-messages": {
          maximum: "Longitude must be between -180 and 180",
          minimum: "Longitude must be between -180 and 180",
          required: "Longitude is required",
          type: "Longitude must be a number",
        },
      },
      name: {
        maxLength: 200,
        minLength: 1,
        pattern: "\\S",
        type: "string",
        "x-messages": {
          maxLength: "Business name must be at most 200 characters",
          minLength: "Business name is required",
          pattern: "Business name is required",
          required: "Business name is required",
        },
        "x-one-line": true,
      },
      opening: { readOnly: true },
      operatingHours: {
        maxLength: 255,
        type: ["string", "null"],
        "x-messages": { maxLength: "Opening hours must be at most 255 characters" },
      },
      ownerId: {
        maxLength: 64,
        type: ["string", "null"],
        "x-messages": { maxLength: "This account does not exist" },
      },
      phone: {
        maxLength: 60,
        type: ["string", "null"],
        "x-messages": { maxLength: "Phone must be at most 60 characters" },
        "x-one-line": true,
      },
      phoneParts: { readOnly: true },
      pictures: { readOnly: true },
      priceRange: {
        maxLength: 40,
        type: ["string", "null"],
        "x-messages": { maxLength: "Price range must be at most 40 characters" },
        "x-one-line": true,
      },
      prices: {
        items: {
          additionalProperties: false,
          properties: {
            amount: {
              maximum: 1000000000000,
              minimum: 0,
              type: "integer",
              "x-messages": {
                maximum: "Amount must be at most 1000000000000",
                minimum: "Amount must be 0 or more",
                required: "Amount is required",
                type: "Amount must be a whole number",
              },
            },
            amountTo: {
              maximum: 1000000000000,
              minimum: 0,
              type: ["integer", "null"],
              "x-messages": {
                maximum: "Amount must be at most 1000000000000",
                minimum: "Amount must be 0 or more",
                type: "Amount must be a whole number",
              },
            },
            audience: {
              enum: ["everyone", "adult", "child", "student", "local", "foreigner"],
              type: "string",
              "x-messages": { enum: "Audience must be everyone, adult, child, student, local or foreigner" },
            },
            checkedAt: {
              minLength: 1,
              pattern: "^(?:19|20)[0-9]{2}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12][0-9]|3[01]))?)?$",
              type: "string",
              "x-messages": {
                minLength: "Date of the check is required",
                pattern: "Date of the check must be a date like 2026-03-12, a month like 2026-03 or a year",
                required: "Date of the check is required",
              },
            },
            currency: {
              pattern: "^[A-Z]{3}$",
              type: "string",
              "x-messages": { pattern: "Currency must be three capital letters, such as VND" },
            },
            label: {
              maxLength: 100,
              type: ["string", "null"],
              "x-messages": { maxLength: "Label must be at most 100 characters" },
              "x-one-line": true,
            },
            per: {
              pattern: "^(?:person|group|boat|vehicle|night|day|hour|item|kilogram|entry)$",
              type: ["string", "null"],
              "x-messages": {
                pattern:
                  "Per must be person, group, boat, vehicle, night, day, hour, item, kilogram or entry",
              },
            },
          },
          required: ["amount", "checkedAt"],
          type: "object",
          "x-messages": { type: "Prices must be a list, each with an amount and the date of its check" },
        },
        maxItems: 30,
        type: "array",
        "x-messages": {
          maxItems: "At most 30 prices",
          type: "Prices must be a list, each with an amount and the date of its check",
        },
      },
      rating: {
        maximum: 5,
        minimum: 1,
        multipleOf: 0.1,
        type: ["number", "string", "null"],
        "x-messages": {
          maximum: "Rating must be between 1 and 5",
          minimum: "Rating must be between 1 and 5",
          multipleOf: "Rating can have at most one decimal place",
          type: "Rating must be a number",
        },
      },
      ratingSource: {
        pattern: "^(?:google|booking|agoda|tripadvisor|facebook|guide)$",
        type: ["string", "null"],
        "x-messages": {
          pattern: "Rating source must be google, booking, agoda, tripadvisor, facebook or guide",
        },
      },
      recheckReason: { readOnly: true },
      reviewCount: {
        maximum: 100000000,
        minimum: 0,
        type: "integer",
        "x-messages": {
          maximum: "Review count must be at most 100000000",
          minimum: "Review count must be 0 or more",
          type: "Review count must be a whole number",
        },
      },
      reviews: {
        items: {
          additionalProperties: false,
          properties: {
            author: {
              maxLength: 100,
              minLength: 1,
              type: "string",
              "x-messages": {
                maxLength: "Author is too long",
                minLength: "Review author is required",
                required: "Review author is required",
              },
              "x-one-line": true,
            },
            rating: {
              maximum: 5,
              minimum: 1,
              type: "number",
              "x-messages": {
                maximum: "Review rating must be between 1 and 5",
                minimum: "Review rating must be between 1 and 5",
                required: "Review rating is required",
                type: "Review rating must be a number",
              },
            },
            text: {
              maxLength: 5000,
              minLength: 1,
              type: "string",
              "x-messages": {
                maxLength: "Review is too long",
                minLength: "Review text is required",
                required: "Review text is required",
              },
            },
          },
          required: ["author", "rating", "text"],
          type: "object",
          "x-messages": { type: "Reviews must be a list, each with an author, rating and text" },
        },
        maxItems: 100,
        type: "array",
        "x-messages": {
          maxItems: "At most 100 reviews",
          type: "Reviews must be a list, each with an author, rating and text",
        },
      },
      slug: {
        maxLength: 100,
        pattern: "^[a-z0-9]+(?:-[a-z0-9]+)*$",
        type: "string",
        "x-messages": {
          maxLength: "Page address must be at most 100 characters",
          pattern: "Page address may contain only lowercase letters, digits and hyphens",
        },
      },
      sources: {
        items: {
          maxLength: 500,
          type: "string",
          "x-messages": { maxLength: "Source must be at most 500 characters" },
        },
        maxItems: 50,
        type: "array",
        "x-messages": { maxItems: "At most 50 sources" },
      },
      tags: {
        items: {
          maxLength: 60,
          pattern: "^[^,]*$",
          type: "string",
          "x-messages": {
            maxLength: "Each item must be at most 60 characters",
            pattern: "Enter each item separately, without commas",
          },
          "x-one-line": true,
        },
        maxItems: 50,
        type: "array",
        "x-messages": { maxItems: "At most 50 tags" },
      },
      unpublishAt: {
        maxLength: 40,
        type: ["string", "null"],
        "x-messages": { maxLength: "Unpublish at must be a time like 2027-02-05T01:00:00Z" },
      },
      updatedAt: { readOnly: true },
      version: { readOnly: true },
      website: {
        format: "http-url",
        maxLength: 1000,
        type: ["string", "null"],
        "x-messages": {
          format: "Website must be a valid URL starting with http:// or https://",
          maxLength: "Link must be at most 1000 characters",
        },
      },
    },
    type: "object",
  },
  PlaceRequest: {
    additionalProperties: false,
    properties: {
      acceptsEnquiries: { readOnly: true },
      address: {
        maxLength: 500,
        type: ["string", "null"],
        "x-messages": { maxLength: "Address must be at most 500 characters" },
        "x-one-line": true,
      },
      affiliateLink: {
        format: "http-url",
        maxLength: 1000,
        type: ["string", "null"],
        "x-messages": {
          format: "Affiliate link must be a valid URL",
          maxLength: "Link must be at most 1000 characters",
        },
      },
      agodaUrl: {
        format: "http-url",
        maxLength: 1000,
        type: ["string", "null"],
        "x-messages": {
          format: "Agoda URL must be a valid URL",
          maxLength: "Link must be at most 1000 characters",
        },
      },
      alerts: { readOnly: true },
      amenities: {
        items: {
          maxLength: 60,
          pattern: "^[^,]*$",
          type: "string",
          "x-messages": {
            maxLength: "Each item must be at most 60 characters",
            pattern: "Enter each item separately, without commas",
          },
          "x-one-line": true,
        },
        maxItems: 50,
        type: "array",
        "x-messages": { maxItems: "At most 50 amenities" },
      },
      bookingComUrl: {
        format: "http-url",
        maxLength: 1000,
        type: ["string", "null"],
        "x-messages": {
          format: "Booking.com URL must be a valid URL",
          maxLength: "Link must be at most 1000 characters",
        },
      },
      bookingType: {
        enum: ["none", "direct", "affiliate"],
        type: "string",
        "x-messages": { enum: "Booking type must be none, direct or affiliate" },
      },
      categories: { readOnly: true },
      category: { readOnly: true },
      categoryIds: {
        items: {
          maximum: 9007199254740991,
          minimum: 0,
          type: "integer",
          "x-messages": { maximum: "This ID does not exist", minimum: "This ID does not exist" },
        },
        maxItems: 10,
        minItems: 1,
        type: "array",
        "x-messages": {
          maxItems: "At most 10 categories",
          minItems: "At least one category is required",
          required: "At least one category is required",
        },
      },
      checkedAt: { readOnly: true },
      checkedBy: { readOnly: true },
      checks: {
        items: {
          additionalProperties: false,
          properties: {
            checkedAt: {
              maxLength: 40,
              minLength: 1,
              type: "string",
              "x-messages": {
                maxLength: "Checked at must be a time like 2026-11-21T08:00:00Z",
                minLength: "Date of the check is required",
                required: "Date of the check is required",
              },
            },
            checkedBy: {
              enum: ["team", "owner", "travelers"],
              type: "string",
              "x-messages": { enum: "Checked by must be team, owner or travelers" },
            },
            count: { readOnly: true },
            group: {
              enum: ["position", "hours", "price", "contact", "status"],
              minLength: 1,
              type: "string",
              "x-messages": {
                enum: "Group must be position, hours, price, contact or status",
                minLength: "Group is required",
                required: "Group is required",
              },
            },
            recheckReason: {
              pattern: "^(?:changed|expired)$",
              type: ["string", "null"],
              "x-messages": { pattern: "Recheck reason must be changed or expired" },
            },
            source: {
              maxLength: 200,
              type: ["string", "null"],
              "x-messages": { maxLength: "Source must be at most 200 characters" },
              "x-one-line": true,
            },
            sourceUrl: {
              format: "http-url",
              maxLength: 1000,
              type: ["string", "null"],
              "x-messages": {
                format: "Source link must be a valid URL starting with http:// or https://",
                maxLength: "Link must be at most 1000 characters",
              },
            },
          },
          required: ["group", "checkedAt"],
          type: "object",
        },
        maxItems: 10,
        type: "array",
        "x-messages": { maxItems: "At most 10 checks" },
      },
      closedMonths: {
        items: {
          maximum: 12,
          minimum: 1,
          type: "integer",
          "x-messages": {
            maximum: "Month must be a number from 1 to 12",
            minimum: "Month must be a number from 1 to 12",
            type: "Month must be a number from 1 to 12",
          },
        },
        maxItems: 12,
        type: "array",
        "x-messages": { maxItems: "List each month only once" },
      },
      commune: {
        maxLength: 100,
        type: ["string", "null"],
        "x-messages": { maxLength: "Commune must be at most 100 characters" },
        "x-one-line": true,
      },
      coordinateConfidence: {
        pattern: "^(?:surveyed|approximate|village-level)$",
        type: ["string", "null"],
        "x-messages": { pattern: "Location accuracy must be surveyed, approximate or village-level" },
      },
      createdAt: { readOnly: true },
      description: {
        maxLength: 10000,
        type: ["string", "null"],
        "x-messages": { maxLength: "Description must be at most 10000 characters" },
      },
      directBookingContact: {
        maxLength: 300,
        type: ["string", "null"],
        "x-messages": { maxLength: "Booking contact must be at most 300 characters" },
        "x-one-line": true,
      },
      directBookingUrl: { readOnly: true },
      email: {
        format: "deliverable-email",
        maxLength: 254,
        pattern: "^[^\\s@]+@[^\\s@.]+(?:\\.[^\\s@.]+)+$",
        type: ["string", "null"],
        "x-messages": {
          format: "Valid email is required",
          maxLength: "Email must be at most 254 characters",
          pattern: "Valid email is required",
        },
      },
      enquiryFormEnabled: { type: "boolean" },
      featuredText: {
        maxLength: 200,
        type: ["string", "null"],
        "x-messages": { maxLength: "Featured text must be at most 200 characters" },
        "x-one-line": true,
      },
      gallery: {
        items: {
          format: "image-url",
          maxLength: 1000,
          type: "string",
          "x-messages": {
            format: "Image URL must be a valid URL or relative path starting with /",
            maxLength: "Image URL must be less than 1000 characters",
          },
        },
        maxItems: 30,
        type: "array",
        "x-messages": { maxItems: "At most 30 images" },
      },
      goodMonths: {
        items: {
          maximum: 12,
          minimum: 1,
          type: "integer",
          "x-messages": {
            maximum: "Month must be a number from 1 to 12",
            minimum: "Month must be a number from 1 to 12",
            type: "Month must be a number from 1 to 12",
          },
        },
        maxItems: 12,
        type: "array",
        "x-messages": { maxItems: "List each month only once" },
      },
      googleMapsUrl: {
        format: "http-url",
        maxLength: 1000,
        type: ["string", "null"],
        "x-messages": {
          format: "Google Maps URL must be a valid URL",
          maxLength: "Link must be at most 1000 characters",
        },
      },
      hours: {
        maxLength: 500,
        type: ["string", "null"],
        "x-messages": { maxLength: "Hours must be at most 500 characters" },
        "x-one-line": true,
      },
      id: {
        maximum: 9007199254740991,
        minimum: 0,
        type: "integer",
        "x-messages": { maximum: "This ID does not exist", minimum: "This ID does not exist" },
      },
      imageUrl: {
        format: "image-url",
        maxLength: 1000,
        type: ["string", "null"],
        "x-messages": {
          format: "Image URL must be a valid URL or relative path starting with /",
          maxLength: "Image URL must be less than 1000 characters",
        },
      },
      isActive: { type: "boolean" },
      isLiked: { readOnly: true },
      isPremium: { type: "boolean" },
      isRecommended: { type: "boolean" },
      isVerified: { type: "boolean" },
      lastSeenYear: {
        maximum: 2200,
        minimum: 1500,
        type: ["integer", "null"],
        "x-messages": {
          maximum: "Last seen must be a year before 2200",
          minimum: "Last seen must be a year after 1500",
          type: "Last seen must be a year",
        },
      },
      latitude: {
        maximum: 90,
        minimum: -90,
        type: ["number", "string"],
        "x-messages": {
          maximum: "Latitude must be between -90 and 90",
          minimum: "Latitude must be between -90 and 90",
          required: "Latitude is required",
          type: "Latitude must be a number",
        },
      },
      likeCount: { readOnly: true },
      liveSince: { readOnly: true },
      localName: {
        maxLength: 200,
        type: ["string", "null"],
        "x-messages": { maxLength: "Local name must be at most 200 characters" },
        "x-one-line": true,
      },
      longitude: {
        maximum: 180,
        minimum: -180,
        type: ["number", "string"],
        "x-messages": {
          maximum: "Longitude must be between -180 and 180",
          minimum: "Longitude must be between -180 and 180",
          required: "Longitude is required",
          type: "Longitude must be a number",
        },
      },
      name: {
        maxLength: 200,
        minLength: 1,
        pattern: "\\S",
        type: "string",
        "x-messages": {
          maxLength: "Business name must be at most 200 characters",
          minLength: "Business name is required",
          pattern: "Business name is required",
          required: "Business name is required",
        },
        "x-one-line": true,
      },
      opening: { readOnly: true },
      operatingHours: {
        maxLength: 255,
        type: ["string", "null"],
        "x-messages": { maxLength: "Opening hours must be at most 255 characters" },
      },
      ownerId: {
        maxLength: 64,
        type: ["string", "null"],
        "x-messages": { maxLength: "This account does not exist" },
      },
      phone: {
        maxLength: 60,
        type: ["string", "null"],
        "x-messages": { maxLength: "Phone must be at most 60 characters" },
        "x-one-line": true,
      },
      phoneParts: { readOnly: true },
      pictures: { readOnly: true },
      priceRange: {
        maxLength: 40,
        type: ["string", "null"],
        "x-messages": { maxLength: "Price range must be at most 40 characters" },
        "x-one-line": true,
      },
      prices: {
        items: {
          additionalProperties: false,
          properties: {
            amount: {
              maximum: 1000000000000,
              minimum: 0,
              type: "integer",
              "x-messages": {
                maximum: "Amount must be at most 1000000000000",
                minimum: "Amount must be 0 or more",
                required: "Amount is required",
                type: "Amount must be a whole number",
              },
            },
            amountTo: {
              maximum: 1000000000000,
              minimum: 0,
              type: ["integer", "null"],
              "x-messages": {
                maximum: "Amount must be at most 1000000000000",
                minimum: "Amount must be 0 or more",
                type: "Amount must be a whole number",
              },
            },
            audience: {
              enum: ["everyone", "adult", "child", "student", "local", "foreigner"],
              type: "string",
              "x-messages": { enum: "Audience must be everyone, adult, child, student, local or foreigner" },
            },
            checkedAt: {
              minLength: 1,
              pattern: "^(?:19|20)[0-9]{2}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12][0-9]|3[01]))?)?$",
              type: "string",
              "x-messages": {
                minLength: "Date of the check is required",
                pattern: "Date of the check must be a date like 2026-03-12, a month like 2026-03 or a year",
                required: "Date of the check is required",
              },
            },
            currency: {
              pattern: "^[A-Z]{3}$",
              type: "string",
              "x-messages": { pattern: "Currency must be three capital letters, such as VND" },
            },
            label: {
              maxLength: 100,
              type: ["string", "null"],
              "x-messages": { maxLength: "Label must be at most 100 characters" },
              "x-one-line": true,
            },
            per: {
              pattern: "^(?:person|group|boat|vehicle|night|day|hour|item|kilogram|entry)$",
              type: ["string", "null"],
              "x-messages": {
                pattern:
                  "Per must be person, group, boat, vehicle, night, day, hour, item, kilogram or entry",
              },
            },
          },
          required: ["amount", "checkedAt"],
          type: "object",
          "x-messages": { type: "Prices must be a list, each with an amount and the date of its check" },
        },
        maxItems: 30,
        type: "array",
        "x-messages": {
          maxItems: "At most 30 prices",
          type: "Prices must be a list, each with an amount and the date of its check",
        },
      },
      rating: {
        maximum: 5,
        minimum: 1,
        multipleOf: 0.1,
        type: ["number", "string", "null"],
        "x-messages": {
          maximum: "Rating must be between 1 and 5",
          minimum: "Rating must be between 1 and 5",
          multipleOf: "Rating can have at most one decimal place",
          type: "Rating must be a number",
        },
      },
      ratingSource: {
        pattern: "^(?:google|booking|agoda|tripadvisor|facebook|guide)$",
        type: ["string", "null"],
        "x-messages": {
          pattern: "Rating source must be google, booking, agoda, tripadvisor, facebook or guide",
        },
      },
      recheckReason: { readOnly: true },
      reviewCount: {
        maximum: 100000000,
        minimum: 0,
        type: "integer",
        "x-messages": {
          maximum: "Review count must be at most 100000000",
          minimum: "Review count must be 0 or more",
          type: "Review count must be a whole number",
        },
      },
      reviews: {
        items: {
          additionalProperties: false,
          properties: {
            author: {
              maxLength: 100,
              minLength: 1,
              type: "string",
              "x-messages": {
                maxLength: "Author is too long",
                minLength: "Review author is required",
                required: "Review author is required",
              },
              "x-one-line": true,
            },
            rating: {
              maximum: 5,
              minimum: 1,
              type: "number",
              "x-messages": {
                maximum: "Review rating must be between 1 and 5",
                minimum: "Review rating must be between 1 and 5",
                required: "Review rating is required",
                type: "Review rating must be a number",
              },
            },
            text: {
              maxLength: 5000,
              minLength: 1,
              type: "string",
              "x-messages": {
                maxLength: "Review is too long",
                minLength: "Review text is required",
                required: "Review text is required",
              },
            },
          },
          required: ["author", "rating", "text"],
          type: "object",
          "x-messages": { type: "Reviews must be a list, each with an author, rating and text" },
        },
        maxItems: 100,
        type: "array",
        "x-messages": {
          maxItems: "At most 100 reviews",
          type: "Reviews must be a list, each with an author, rating and text",
        },
      },
      slug: {
        maxLength: 100,
        pattern: "^[a-z0-9]+(?:-[a-z0-9]+)*$",
        type: "string",
        "x-messages": {
          maxLength: "Page address must be at most 100 characters",
          pattern: "Page address may contain only lowercase letters, digits and hyphens",
        },
      },
      sources: {
        items: {
          maxLength: 500,
          type: "string",
          "x-messages": { maxLength: "Source must be at most 500 characters" },
        },
        maxItems: 50,
        type: "array",
        "x-messages": { maxItems: "At most 50 sources" },
      },
      tags: {
        items: {
          maxLength: 60,
          pattern: "^[^,]*$",
          type: "string",
          "x-messages": {
            maxLength: "Each item must be at most 60 characters",
            pattern: "Enter each item separately, without commas",
          },
          "x-one-line": true,
        },
        maxItems: 50,
        type: "array",
        "x-messages": { maxItems: "At most 50 tags" },
      },
      unpublishAt: {
        maxLength: 40,
        type: ["string", "null"],
        "x-messages": { maxLength: "Unpublish at must be a time like 2027-02-05T01:00:00Z" },
      },
      updatedAt: { readOnly: true },
      version: { readOnly: true },
      website: {
        format: "http-url",
        maxLength: 1000,
        type: ["string", "null"],
        "x-messages": {
          format: "Website must be a valid URL starting with http:// or https://",
          maxLength: "Link must be at most 1000 characters",
        },
      },
    },
    required: ["name", "latitude", "longitude", "categoryIds"],
    type: "object",
  },
  PreviewRequest: {
    additionalProperties: false,
    properties: {
      isShared: { type: "boolean" },
      note: {
        maxLength: 200,
        type: ["string", "null"],
        "x-messages": { maxLength: "Note must be at most 200 characters" },
      },
      validHours: {
        maximum: 720,
        minimum: 1,
        type: "integer",
        "x-messages": {
          maximum: "A link works for at most 30 days (720 hours)",
          minimum: "A link must work for at least an hour",
        },
      },
    },
    type: "object",
  },
  PrivacyChanges: {
    additionalProperties: false,
    properties: {
      policy: {
        items: {
          additionalProperties: false,
          properties: {
            paragraphs: {
              items: {
                maxLength: 2000,
                minLength: 1,
                type: "string",
                "x-messages": {
                  maxLength: "Paragraph must be at most 2000 characters",
                  minLength: "Paragraph text is required",
                  required: "Paragraph text is required",
                },
              },
              maxItems: 20,
              minItems: 1,
              type: "array",
              "x-messages": {
                maxItems: "At most 20 paragraphs",
                minItems: "At least one paragraph is required",
                required: "At least one paragraph is required",
              },
            },
            title: {
              maxLength: 120,
              minLength: 1,
              type: "string",
              "x-messages": {
                maxLength: "Heading must be at most 120 characters",
                minLength: "Heading is required",
                required: "Heading is required",
              },
              "x-one-line": true,
            },
          },
          required: ["title", "paragraphs"],
          type: "object",
        },
        maxItems: 40,
        minItems: 1,
        type: "array",
        "x-messages": {
          maxItems: "At most 40 sections",
          minItems: "At least one section is required",
          required: "At least one section is required",
        },
      },
      terms: {
        items: {
          additionalProperties: false,
          properties: {
            paragraphs: {
              items: {
                maxLength: 2000,
                minLength: 1,
                type: "string",
                "x-messages": {
                  maxLength: "Paragraph must be at most 2000 characters",
                  minLength: "Paragraph text is required",
                  required: "Paragraph text is required",
                },
              },
              maxItems: 20,
              minItems: 1,
              type: "array",
              "x-messages": {
                maxItems: "At most 20 paragraphs",
                minItems: "At least one paragraph is required",
                required: "At least one paragraph is required",
              },
            },
            title: {
              maxLength: 120,
              minLength: 1,
              type: "string",
              "x-messages": {
                maxLength: "Heading must be at most 120 characters",
                minLength: "Heading is required",
                required: "Heading is required",
              },
              "x-one-line": true,
            },
          },
          required: ["title", "paragraphs"],
          type: "object",
        },
        maxItems: 40,
        minItems: 1,
        type: "array",
        "x-messages": {
          maxItems: "At most 40 sections",
          minItems: "At least one section is required",
          required: "At least one section is required",
        },
      },
      title: {
        maxLength: 120,
        minLength: 1,
        type: "string",
        "x-messages": {
          maxLength: "Heading must be at most 120 characters",
          minLength: "Heading is required",
          required: "Heading is required",
        },
        "x-one-line": true,
      },
      updated: {
        minLength: 1,
        pattern:
          "^[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|[12][0-9]))$",
        type: "string",
        "x-messages": {
          minLength: "Last updated is required",
          pattern: "Last updated must be a date like 2025-07-30",
          required: "Last updated is required",
        },
      },
      updatedAt: { readOnly: true },
      version: { readOnly: true },
    },
    type: "object",
  },
  ProfileChanges: {
    additionalProperties: false,
    properties: {
      firstName: {
        maxLength: 80,
        minLength: 1,
        pattern: "\\S",
        type: "string",
        "x-messages": {
          maxLength: "First name must be at most 80 characters",
          minLength: "First name is required",
          pattern: "First name is required",
          required: "First name is required",
        },
        "x-one-line": true,
      },
      lastName: {
        maxLength: 80,
        minLength: 1,
        pattern: "\\S",
        type: "string",
        "x-messages": {
          maxLength: "Last name must be at most 80 characters",
          minLength: "Last name is required",
          pattern: "Last name is required",
          required: "Last name is required",
        },
        "x-one-line": true,
      },
      ownerReminders: { type: "boolean" },
      photoURL: {
        format: "image-url",
        maxLength: 1000,
        type: ["string", "null"],
        "x-messages": {
          format: "Photo must be a valid URL or relative path starting with /",
          maxLength: "Photo URL must be at most 1000 characters",
        },
      },
    },
    type: "object",
  },
  ReleaseChanges: {
    additionalProperties: false,
    properties: {
      name: {
        maxLength: 120,
        minLength: 1,
        pattern: "\\S",
        type: "string",
        "x-messages": {
          maxLength: "Name must be at most 120 characters",
          minLength: "Name is required",
          pattern: "Name is required",
          required: "Name is required",
        },
        "x-one-line": true,
      },
      publishAt: {
        maxLength: 40,
        type: ["string", "null"],
        "x-messages": { maxLength: "Publish at must be a time like 2027-02-05T01:00:00Z" },
      },
    },
    type: "object",
  },
  ReleaseRequest: {
    additionalProperties: false,
    properties: {
      name: {
        maxLength: 120,
        minLength: 1,
        pattern: "\\S",
        type: "string",
        "x-messages": {
          maxLength: "Name must be at most 120 characters",
          minLength: "Name is required",
          pattern: "Name is required",
          required: "Name is required",
        },
        "x-one-line": true,
      },
      publishAt: {
        maxLength: 40,
        type: ["string", "null"],
        "x-messages": { maxLength: "Publish at must be a time like 2027-02-05T01:00:00Z" },
      },
    },
    required: ["name"],
    type: "object",
  },
  ReportRequest: {
    additionalProperties: false,
    properties: {
      details: {
        maxLength: 2000,
        type: ["string", "null"],
        "x-messages": { maxLength: "Details must be at most 2000 characters" },
      },
      elapsedMs: {
        maximum: 1000000000000000,
        minimum: 0,
        type: ["integer", "null"],
        "x-messages": {
          maximum: "Elapsed time must be in milliseconds",
          minimum: "Elapsed time must be in milliseconds",
          type: "Elapsed time must be in milliseconds",
        },
      },
      email: {
        format: "deliverable-email",
        maxLength: 254,
        pattern: "^\\s*[^\\s@]+@[^\\s@.]+(?:\\.[^\\s@.]+)+\\s*$",
        type: ["string", "null"],
        "x-messages": {
          format: "Valid email is required",
          maxLength: "Email must be at most 254 characters",
          pattern: "Valid email is required",
        },
      },
      group: {
        pattern: "^(?:position|hours|price|contact|status)$",
        type: ["string", "null"],
        "x-messages": { pattern: "Choose which facts are still right" },
      },
      hours: {
        maxLength: 255,
        type: ["string", "null"],
        "x-messages": { maxLength: "Opening hours must be at most 255 characters" },
        "x-one-line": true,
      },
      kind: {
        enum: [
          "wrongHours",
          "closedForGood",
          "wrongPosition",
          "unsafe",
          "wrongContact",
          "wrongPrice",
          "other",
          "stillRight",
        ],
        minLength: 1,
        type: "string",
        "x-messages": {
          enum: "Choose what is wrong",
          minLength: "Choose what is wrong",
          required: "Choose what is wrong",
        },
      },
      latitude: {
        maximum: 90,
        minimum: -90,
        type: ["number", "string", "null"],
        "x-messages": {
          maximum: "Latitude must be between -90 and 90",
          minimum: "Latitude must be between -90 and 90",
          type: "Latitude must be between -90 and 90",
        },
      },
      leaveBlank: {
        maxLength: 2000,
        type: ["string", "null"],
        "x-messages": { maxLength: "Please leave this field blank" },
      },
      longitude: {
        maximum: 180,
        minimum: -180,
        type: ["number", "string", "null"],
        "x-messages": {
          maximum: "Longitude must be between -180 and 180",
          minimum: "Longitude must be between -180 and 180",
          type: "Longitude must be between -180 and 180",
        },
      },
      phone: {
        maxLength: 60,
        type: ["string", "null"],
        "x-messages": { maxLength: "Phone must be at most 60 characters" },
        "x-one-line": true,
      },
      placeId: {
        maximum: 9007199254740991,
        minimum: 0,
        type: "integer",
        "x-messages": {
          maximum: "This ID does not exist",
          minimum: "This ID does not exist",
          required: "This place does not exist",
        },
      },
      version: {
        maximum: 9007199254740991,
        minimum: 1,
        type: "integer",
        "x-messages": {
          maximum: "This version does not exist",
          minimum: "This version does not exist",
          required: "Version is required",
          type: "Version must be a whole number",
        },
      },
      website: {
        format: "http-url",
        maxLength: 1000,
        type: ["string", "null"],
        "x-messages": {
          format: "Website must be a valid URL starting with http:// or https://",
          maxLength: "Link must be at most 1000 characters",
        },
      },
    },
    required: ["placeId", "version", "kind"],
    type: "object",
  },
  RestoreRequest: {
    additionalProperties: false,
    properties: {
      fields: {
        items: {
          maxLength: 100,
          type: "string",
          "x-messages": { maxLength: "Field name must be at most 100 characters" },
        },
        maxItems: 100,
        minItems: 1,
        type: "array",
        "x-messages": {
          maxItems: "At most 100 fields",
          minItems: "At least one field is required",
          required: "At least one field is required",
        },
      },
    },
    type: "object",
  },
  RevisionChanges: {
    additionalProperties: false,
    properties: {
      isPinned: { type: "boolean" },
      note: {
        maxLength: 500,
        type: ["string", "null"],
        "x-messages": { maxLength: "Note must be at most 500 characters" },
      },
    },
    type: "object",
  },
  SecondFactorCode: {
    additionalProperties: false,
    properties: {
      code: {
        maxLength: 40,
        minLength: 1,
        type: "string",
        "x-messages": {
          maxLength: "Code must be at most 40 characters",
          minLength: "Code is required",
          required: "Code is required",
        },
      },
    },
    required: ["code"],
    type: "object",
  },
  SecondFactorEnrollmentRequest: {
    additionalProperties: false,
    properties: {
      password: {
        maxLength: 1024,
        minLength: 1,
        type: ["string", "null"],
        "x-messages": {
          maxLength: "Password must be at most 1024 characters",
          minLength: "Password is required",
          required: "Password is required",
        },
      },
    },
    type: "object",
  },
  SettingsChanges: {
    additionalProperties: false,
    properties: {
      analyticsId: {
        pattern: "^(?:[A-Z]{1,3}-[A-Z0-9-]{4,20})?$",
        type: "string",
        "x-messages": { pattern: "Analytics ID must look like G-ABC1234567" },
      },
      brand: {
        maxLength: 60,
        minLength: 1,
        type: "string",
        "x-messages": {
          maxLength: "Name must be at most 60 characters",
          minLength: "Name is required",
          required: "Name is required",
        },
        "x-one-line": true,
      },
      contactEmail: {
        format: "deliverable-email",
        maxLength: 254,
        pattern: "^(?:[^@\\s]+@[^@\\s]+\\.[^@\\s]+)?$",
        type: "string",
        "x-messages": {
          format: "Valid email is required",
          maxLength: "Email must be at most 254 characters",
          pattern: "Valid email is required",
        },
      },
      country: {
        pattern: "^[A-Z]{2}$",
        type: "string",
        "x-messages": { pattern: "Country must be a two-letter code like VN" },
      },
      doors: {
        items: {
          additionalProperties: false,
          properties: {
            button: {
              maxLength: 120,
              minLength: 1,
              type: "string",
              "x-messages": {
                maxLength: "Must be at most 120 characters",
                minLength: "Link text is required",
                required: "Link text is required",
              },
              "x-one-line": true,
            },
            href: {
              maxLength: 300,
              minLength: 1,
              pattern: "^/(?:[^/\\s\\\\][^\\s\\\\]*)?$",
              type: "string",
              "x-messages": {
                maxLength: "Link must be at most 300 characters",
                minLength: "Path is required",
                pattern: "Path must start with /",
                required: "Path is required",
              },
            },
            text: {
              maxLength: 1200,
              minLength: 1,
              type: "string",
              "x-messages": {
                maxLength: "Text must be at most 1200 characters",
                minLength: "Text is required",
                required: "Text is required",
              },
            },
            title: {
              maxLength: 120,
              minLength: 1,
              type: "string",
              "x-messages": {
                maxLength: "Must be at most 120 characters",
                minLength: "Card heading is required",
                required: "Card heading is required",
              },
              "x-one-line": true,
            },
          },
          required: ["title", "text", "button", "href"],
          type: "object",
        },
        maxItems: 6,
        type: "array",
        "x-messages": { maxItems: "At most 6 cards" },
      },
      heroPrompts: {
        items: {
          additionalProperties: false,
          properties: {
            button: {
              maxLength: 120,
              minLength: 1,
              type: "string",
              "x-messages": {
                maxLength: "Must be at most 120 characters",
                minLength: "Button text is required",
                required: "Button text is required",
              },
              "x-one-line": true,
            },
            href: {
              maxLength: 300,
              minLength: 1,
              pattern: "^/(?:[^/\\s\\\\][^\\s\\\\]*)?$",
              type: "string",
              "x-messages": {
                maxLength: "Link must be at most 300 characters",
                minLength: "Path is required",
                pattern: "Path must start with /",
                required: "Path is required",
              },
            },
            text: {
              maxLength: 120,
              minLength: 1,
              type: "string",
              "x-messages": {
                maxLength: "Must be at most 120 characters",
                minLength: "Prompt text is required",
                required: "Prompt text is required",
              },
              "x-one-line": true,
            },
          },
          required: ["text", "button", "href"],
          type: "object",
        },
        maxItems: 8,
        type: "array",
        "x-messages": { maxItems: "At most 8 prompts" },
      },
      imageUrl: {
        format: "image-url",
        maxLength: 1000,
        type: ["string", "null"],
        "x-messages": {
          format: "Image URL must be a valid URL or relative path starting with /",
          maxLength: "Image URL must be less than 1000 characters",
        },
      },
      map: {
        additionalProperties: false,
        properties: {
          latitude: {
            maximum: 90,
            minimum: -90,
            type: ["number", "string"],
            "x-messages": {
              maximum: "Latitude must be between -90 and 90",
              minimum: "Latitude must be between -90 and 90",
              required: "Latitude is required",
              type: "Latitude must be a number",
            },
          },
          longitude: {
            maximum: 180,
            minimum: -180,
            type: ["number", "string"],
            "x-messages": {
              maximum: "Longitude must be between -180 and 180",
              minimum: "Longitude must be between -180 and 180",
              required: "Longitude is required",
              type: "Longitude must be a number",
            },
          },
          zoom: {
            maximum: 16,
            minimum: 3,
            type: "number",
            "x-messages": {
              maximum: "Zoom must be between 3 and 16",
              minimum: "Zoom must be between 3 and 16",
              required: "Zoom is required",
            },
          },
        },
        required: ["latitude", "longitude", "zoom"],
        type: "object",
      },
      mapStyleUrl: { readOnly: true },
      ownerReminders: { type: "boolean" },
      pictures: { readOnly: true },
      publicUrl: { readOnly: true },
      regionLine: {
        maxLength: 120,
        type: "string",
        "x-messages": { maxLength: "Region line must be at most 120 characters" },
        "x-one-line": true,
      },
      regionName: {
        maxLength: 60,
        minLength: 1,
        type: "string",
        "x-messages": {
          maxLength: "Region must be at most 60 characters",
          minLength: "Region is required",
          required: "Region is required",
        },
        "x-one-line": true,
      },
      social: {
        additionalProperties: false,
        properties: {
          facebook: {
            format: "http-url",
            maxLength: 300,
            type: "string",
            "x-messages": {
              format: "Link must start with http:// or https://",
              maxLength: "Link must be at most 300 characters",
            },
          },
          instagram: {
            format: "http-url",
            maxLength: 300,
            type: "string",
            "x-messages": {
              format: "Link must start with http:// or https://",
              maxLength: "Link must be at most 300 characters",
            },
          },
          tiktok: {
            format: "http-url",
            maxLength: 300,
            type: "string",
            "x-messages": {
              format: "Link must start with http:// or https://",
              maxLength: "Link must be at most 300 characters",
            },
          },
          youtube: {
            format: "http-url",
            maxLength: 300,
            type: "string",
            "x-messages": {
              format: "Link must start with http:// or https://",
              maxLength: "Link must be at most 300 characters",
            },
          },
        },
        type: "object",
      },
      tagline: {
        maxLength: 120,
        type: "string",
        "x-messages": { maxLength: "Tagline must be at most 120 characters" },
        "x-one-line": true,
      },
      timeZone: {
        maxLength: 60,
        minLength: 1,
        type: "string",
        "x-messages": {
          maxLength: "Time zone must be a name like Asia/Ho_Chi_Minh",
          minLength: "Time zone is required",
          required: "Time zone is required",
        },
      },
      updatedAt: { readOnly: true },
      uuid: { readOnly: true },
      verifiedMonths: {
        maximum: 120,
        minimum: 1,
        type: "integer",
        "x-messages": {
          maximum: "Months must be a whole number from 1 to 120",
          minimum: "Months must be a whole number from 1 to 120",
          type: "Months must be a whole number from 1 to 120",
        },
      },
      version: { readOnly: true },
      whatIs: {
        additionalProperties: false,
        properties: {
          paragraphs: {
            items: {
              maxLength: 1200,
              minLength: 1,
              type: "string",
              "x-messages": {
                maxLength: "Text must be at most 1200 characters",
                minLength: "Text is required",
                required: "Text is required",
              },
            },
            maxItems: 6,
            type: "array",
            "x-messages": { maxItems: "At most 6 paragraphs" },
          },
          title: {
            maxLength: 120,
            minLength: 1,
            type: "string",
            "x-messages": {
              maxLength: "Must be at most 120 characters",
              minLength: "Heading is required",
              required: "Heading is required",
            },
            "x-one-line": true,
          },
        },
        required: ["title"],
        type: "object",
      },
    },
    type: "object",
  },
  SignInRequest: {
    additionalProperties: false,
    properties: {
      code: {
        maxLength: 40,
        type: ["string", "null"],
        "x-messages": { maxLength: "Code must be at most 40 characters" },
      },
      email: {
        maxLength: 254,
        minLength: 1,
        pattern: "^\\s*[^\\s@]+@[^\\s@]+\\s*$",
        type: "string",
        "x-messages": {
          maxLength: "Email must be at most 254 characters",
          minLength: "Email is required",
          pattern: "Please enter a valid email address",
          required: "Email is required",
        },
      },
      password: {
        maxLength: 1024,
        minLength: 1,
        type: "string",
        "x-messages": {
          maxLength: "Password must be at most 1024 characters",
          minLength: "Password is required",
          required: "Password is required",
        },
      },
    },
    required: ["email", "password"],
    type: "object",
  },
  SignUpRequest: {
    additionalProperties: false,
    properties: {
      email: {
        format: "deliverable-email",
        maxLength: 254,
        minLength: 1,
        pattern: "^\\s*[^\\s@]+@[^\\s@.]+(?:\\.[^\\s@.]+)+\\s*$",
        type: "string",
        "x-messages": {
          format: "Please enter a valid email address",
          maxLength: "Email must be at most 254 characters",
          minLength: "Email is required",
          pattern: "Please enter a valid email address",
          required: "Email is required",
        },
      },
      firstName: {
        maxLength: 80,
        minLength: 1,
        pattern: "\\S",
        type: "string",
        "x-messages": {
          maxLength: "First name must be at most 80 characters",
          minLength: "First name is required",
          pattern: "First name is required",
          required: "First name is required",
        },
        "x-one-line": true,
      },
      lastName: {
        maxLength: 80,
        minLength: 1,
        pattern: "\\S",
        type: "string",
        "x-messages": {
          maxLength: "Last name must be at most 80 characters",
          minLength: "Last name is required",
          pattern: "Last name is required",
          required: "Last name is required",
        },
        "x-one-line": true,
      },
      password: {
        maxLength: 1024,
        minLength: 6,
        type: "string",
        "x-messages": {
          maxLength: "Password must be at most 1024 characters",
          minLength: "Password must be at least 6 characters",
          required: "Password is required",
        },
      },
    },
    required: ["firstName", "lastName", "email", "password"],
    type: "object",
  },
  SocialLinks: {
    additionalProperties: false,
    properties: {
      facebook: { type: "string" },
      instagram: { type: "string" },
      tiktok: { type: "string" },
      youtube: { type: "string" },
    },
    type: "object",
  },
  SyncRequest: {
    additionalProperties: false,
    properties: {
      email: { type: ["string", "null"] },
      firstName: {
        maxLength: 80,
        type: ["string", "null"],
        "x-messages": { maxLength: "First name must be at most 80 characters" },
      },
      lastName: {
        maxLength: 80,
        type: ["string", "null"],
        "x-messages": { maxLength: "Last name must be at most 80 characters" },
      },
      profileImageUrl: {
        format: "image-url",
        maxLength: 1000,
        type: ["string", "null"],
        "x-messages": {
          format: "Photo must be a valid URL or relative path starting with /",
          maxLength: "Photo URL must be at most 1000 characters",
        },
      },
      uid: { type: ["string", "null"] },
    },
    type: "object",
  },
  ToggleLikeRequest: {
    additionalProperties: false,
    properties: {
      businessId: {
        maximum: 9007199254740991,
        minimum: 0,
        type: "integer",
        "x-messages": {
          maximum: "This ID does not exist",
          minimum: "This ID does not exist",
          required: "Business is required",
        },
      },
    },
    required: ["businessId"],
    type: "object",
  },
  UserChanges: {
    additionalProperties: false,
    properties: {
      createdAt: { readOnly: true },
      email: {
        format: "deliverable-email",
        maxLength: 254,
        minLength: 1,
        pattern: "^\\s*[^\\s@]+@[^\\s@.]+(?:\\.[^\\s@.]+)+\\s*$",
        type: "string",
        "x-messages": {
          format: "Valid email is required",
          maxLength: "Email must be at most 254 characters",
          minLength: "Valid email is required",
          pattern: "Valid email is required",
          required: "Valid email is required",
        },
      },
      firstName: {
        maxLength: 80,
        minLength: 1,
        pattern: "\\S",
        type: "string",
        "x-messages": {
          maxLength: "First name must be at most 80 characters",
          minLength: "First name is required",
          pattern: "First name is required",
          required: "First name is required",
        },
        "x-one-line": true,
      },
      hasPassword: { readOnly: true },
      id: { type: "string" },
      invitedAt: { readOnly: true },
      isActive: { type: "boolean" },
      isEmailVerified: { readOnly: true },
      lastName: {
        maxLength: 80,
        minLength: 1,
        pattern: "\\S",
        type: "string",
        "x-messages": {
          maxLength: "Last name must be at most 80 characters",
          minLength: "Last name is required",
          pattern: "Last name is required",
          required: "Last name is required",
        },
        "x-one-line": true,
      },
      role: {
        enum: ["viewer", "business_owner", "admin"],
        type: "string",
        "x-messages": { enum: "Role must be viewer, business_owner or admin" },
      },
      updatedAt: { readOnly: true },
      version: { readOnly: true },
    },
    type: "object",
  },
  UserRequest: {
    additionalProperties: false,
    properties: {
      createdAt: { readOnly: true },
      email: {
        format: "deliverable-email",
        maxLength: 254,
        minLength: 1,
        pattern: "^\\s*[^\\s@]+@[^\\s@.]+(?:\\.[^\\s@.]+)+\\s*$",
        type: "string",
        "x-messages": {
          format: "Valid email is required",
          maxLength: "Email must be at most 254 characters",
          minLength: "Valid email is required",
          pattern: "Valid email is required",
          required: "Valid email is required",
        },
      },
      firstName: {
        maxLength: 80,
        minLength: 1,
        pattern: "\\S",
        type: "string",
        "x-messages": {
          maxLength: "First name must be at most 80 characters",
          minLength: "First name is required",
          pattern: "First name is required",
          required: "First name is required",
        },
        "x-one-line": true,
      },
      hasPassword: { readOnly: true },
      id: { type: "string" },
      invitedAt: { readOnly: true },
      isActive: { type: "boolean" },
      isEmailVerified: { readOnly: true },
      lastName: {
        maxLength: 80,
        minLength: 1,
        pattern: "\\S",
        type: "string",
        "x-messages": {
          maxLength: "Last name must be at most 80 characters",
          minLength: "Last name is required",
          pattern: "Last name is required",
          required: "Last name is required",
        },
        "x-one-line": true,
      },
      role: {
        enum: ["viewer", "business_owner", "admin"],
        type: "string",
        "x-messages": { enum: "Role must be viewer, business_owner or admin" },
      },
      updatedAt: { readOnly: true },
      version: { readOnly: true },
    },
    required: ["email", "firstName", "lastName"],
    type: "object",
  },
  VerificationRequest: {
    additionalProperties: false,
    properties: {
      password: {
        maxLength: 1024,
        type: ["string", "null"],
        "x-messages": { maxLength: "Password must be at most 1024 characters" },
      },
      token: {
        maxLength: 100,
        minLength: 1,
        type: "string",
        "x-messages": {
          maxLength: "This link is not valid",
          minLength: "This link is incomplete",
          required: "This link is incomplete",
        },
      },
    },
    required: ["token"],
    type: "object",
  },
  WebhookChanges: {
    additionalProperties: false,
    properties: {
      accountId: { readOnly: true },
      accountName: { readOnly: true },
      createdAt: { readOnly: true },
      description: {
        maxLength: 200,
        type: "string",
        "x-messages": { maxLength: "Description must be at most 200 characters" },
        "x-one-line": true,
      },
      disabledReason: { readOnly: true },
      events: {
        items: {
          enum: [
            "place.upsert",
            "place.delete",
            "article.upsert",
            "article.delete",
            "category.upsert",
            "category.delete",
            "page.upsert",
            "settings.upsert",
          ],
          type: "string",
          "x-messages": { enum: "This type of event does not exist" },
        },
        maxItems: 8,
        minItems: 1,
        type: "array",
        "x-messages": {
          maxItems: "Select each event once",
          minItems: "Select at least one event",
          required: "Select at least one event",
        },
      },
      failingSince: { readOnly: true },
      id: {
        maximum: 9007199254740991,
        minimum: 0,
        type: "integer",
        "x-messages": { maximum: "This ID does not exist", minimum: "This ID does not exist" },
      },
      isActive: { type: "boolean" },
      lastState: { readOnly: true },
      lastStatus: { readOnly: true },
      pendingCount: { readOnly: true },
      previousSecretUntil: { readOnly: true },
      updatedAt: { readOnly: true },
      url: {
        format: "http-url",
        maxLength: 1000,
        minLength: 1,
        pattern: "^(?![A-Za-z]+:[/\\\\]*[^/?#\\\\]*@)",
        type: "string",
        "x-messages": {
          format: "Address must be like https://mirror.example/hooks",
          maxLength: "Address must be at most 1000 characters",
          minLength: "Address is required",
          pattern: "Enter the address without a user name or password",
          required: "Address is required",
        },
      },
      version: { readOnly: true },
    },
    type: "object",
  },
  WebhookRequest: {
    additionalProperties: false,
    properties: {
      description: {
        maxLength: 200,
        type: "string",
        "x-messages": { maxLength: "Description must be at most 200 characters" },
        "x-one-line": true,
      },
      events: {
        items: {
          enum: [
            "place.upsert",
            "place.delete",
            "article.upsert",
            "article.delete",
            "category.upsert",
            "category.delete",
            "page.upsert",
            "settings.upsert",
          ],
          type: "string",
          "x-messages": { enum: "This type of event does not exist" },
        },
        maxItems: 8,
        minItems: 1,
        type: "array",
        "x-messages": {
          maxItems: "Select each event once",
          minItems: "Select at least one event",
          required: "Select at least one event",
        },
      },
      url: {
        format: "http-url",
        maxLength: 1000,
        minLength: 1,
        pattern: "^(?![A-Za-z]+:[/\\\\]*[^/?#\\\\]*@)",
        type: "string",
        "x-messages": {
          format: "Address must be like https://mirror.example/hooks",
          maxLength: "Address must be at most 1000 characters",
          minLength: "Address is required",
          pattern: "Enter the address without a user name or password",
          required: "Address is required",
        },
      },
    },
    required: ["url", "events"],
    type: "object",
  },
  WhatIs: {
    additionalProperties: false,
    properties: { paragraphs: { items: { type: "string" }, type: "array" }, title: { type: "string" } },
    required: ["title", "paragraphs"],
    type: "object",
  },
};
