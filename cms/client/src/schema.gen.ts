// Written by generate.mjs from openapi.json (make contract). Never edited by hand.
export interface paths {
  "/api/admin/audit": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the events of the audit log.
     * @description Admins only. Each successful call that can change a record adds an event, even if no value differs: who did what, from
     *     where, and the fields that differ. The newest events come first. `X-Total-Count` is the total number, counted up to
     *     10,000. `Link` with `rel="next"` is the URL of the next page. Passwords, codes and tokens are never recorded. Events
     *     are deleted after 365 days unless the server is configured otherwise.
     *
     *     API tokens are not accepted.
     */
    get: operations["listAudit"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/businesses/bulk": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Update many places.
     * @description Admins only. Changes all places or none: the whole request is refused if an id is unknown, or if a place would have no
     *     category or more than ten. Places that already have the values are not changed. The change can be undone for ten
     *     minutes.
     *
     *     API tokens need the scope `places:write`.
     */
    post: operations["updatePlaces"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/businesses/bulk/{id}/undo": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Undo a change of many places.
     * @description Admins only, once, within ten minutes (`canUndoUntil`). Each place gets its former fields back. Places that were
     *     changed or deleted since, and those of which a former category no longer exists, are left unchanged. `leftAlone`
     *     names them.
     *
     *     API tokens need the scope `places:write`.
     */
    post: operations["undoUpdatePlaces"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/comments": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the comments of one status.
     * @description Admins only. The newest come first. `X-Total-Count` is the total number. `Link` with `rel="next"` is the URL of the
     *     next page.
     *
     *     API tokens need the scope `guestbook:moderate`.
     */
    get: operations["listComments"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/comments/bulk": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Moderate many comments: approve, reject or file as spam.
     * @description Admins only. All must be pending or spam. Changes all or none: the whole request is refused if an id is
     *      unknown (422), or if one is already approved or rejected (409). The decisions can be undone for ten minutes.
     *
     *     API tokens need the scope `guestbook:moderate`.
     */
    post: operations["moderateComments"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/comments/bulk/{id}/undo": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Undo the decisions on many comments.
     * @description Admins only, once, within ten minutes (`canUndoUntil`). Each gets its former status back. Those that were
     *      changed or deleted since are left unchanged, and `leftAlone` names them.
     *
     *     API tokens need the scope `guestbook:moderate`.
     */
    post: operations["undoModerateComments"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/comments/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Delete a comment with its answers.
     * @description Admins only. The comment and its answers disappear from the public guestbook at once. `restoreComment` restores
     *     them for ten minutes; after that they are deleted permanently.
     *
     *     API tokens need the scope `guestbook:moderate`.
     */
    delete: operations["deleteComment"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/comments/{id}/moderate": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Moderate a comment: approve, reject or file as spam.
     * @description Admins only. The comment must be pending or spam.
     *
     *     API tokens need the scope `guestbook:moderate`.
     */
    post: operations["moderateComment"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/comments/{id}/restore": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Restore a deleted comment.
     * @description Admins only. Restores the comment with the answers that were deleted with it, within ten minutes of `deleteComment`.
     *     The response is 404 if the entry, or the comment that it answers, is deleted.
     *
     *     API tokens need the scope `guestbook:moderate`.
     */
    post: operations["restoreComment"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/contact": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List contact messages.
     * @description Admins only. The newest come first, including spam unless `status` is sent. Spam is deleted after 30 days, when the next
     *     message is received. `X-Total-Count` is the total number. `Link` with `rel="next"` is the URL of the next page.
     *
     *     API tokens are not accepted.
     */
    get: operations["listMessages"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/contact/counts": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Count the messages that wait, and measure the 24-hour promise.
     * @description Admins only. `new` is the number that the inbox shows; `late` and `answeredIn24h` concern the promise on the
     *     contact page.
     *
     *     API tokens are not accepted.
     */
    get: operations["countMessages"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/contact/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a contact message.
     * @description Admins only. The `ETag` begins with the version, which `If-Match` compares in updates.
     *
     *     API tokens are not accepted.
     */
    get: operations["getMessage"];
    /**
     * Update the status and the note of a contact message.
     * @description Admins only. Fields that are not sent keep their values. With `If-Match`, the change is made only if the version
     *     matches; otherwise the response is 412.
     *     Messages that are marked as answered or as spam train the spam classifier.
     *
     *     API tokens are not accepted.
     */
    put: operations["updateMessage"];
    post?: never;
    /**
     * Delete a contact message.
     * @description Admins only. `restoreMessage` restores it for ten minutes; after that it is deleted permanently. What the spam
     *     classifier learned from it stays.
     *
     *     API tokens are not accepted.
     */
    delete: operations["deleteMessage"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/contact/{id}/restore": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Restore a deleted contact message.
     * @description Admins only. Possible within ten minutes of `deleteMessage`.
     *
     *     API tokens are not accepted.
     */
    post: operations["restoreMessage"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/enquiries": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List enquiries.
     * @description Business owners and admins. The newest come first. Admins see all enquiries; business owners see those to places that
     *     were theirs when the enquiry was sent. `X-Total-Count` is the total number. `Link` with `rel="next"` is the URL of the next page.
     *
     *     API tokens are not accepted.
     */
    get: operations["listEnquiries"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/enquiries/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get an enquiry.
     * @description Business owners and admins. Business owners get 404 unless the place was theirs when the enquiry was sent.
     *
     *     API tokens are not accepted.
     */
    get: operations["getEnquiry"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/guestbook": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create an entry on behalf of a traveler.
     * @description Admins only. The entry is approved, and so public at once.
     *
     *     API tokens need the scope `guestbook:moderate`.
     */
    post: operations["createAdminEntry"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/guestbook/approved": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List approved entries.
     * @description Admins only. The newest come first. `X-Total-Count` is the total number. `Link` with `rel="next"` is the URL
     *      of the next page.
     *
     *     API tokens need the scope `guestbook:moderate`.
     */
    get: operations["listApprovedEntries"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/guestbook/bulk": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Moderate many entries: approve, reject or file as spam.
     * @description Admins only. All must be pending or spam. Changes all or none: the whole request is refused if an id is
     *      unknown (422), or if one is already approved or rejected (409). The decisions can be undone for ten minutes.
     *
     *     API tokens need the scope `guestbook:moderate`.
     */
    post: operations["moderateEntries"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/guestbook/bulk/{id}/undo": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Undo the decisions on many entries.
     * @description Admins only, once, within ten minutes (`canUndoUntil`). Each gets its former status back. Those that were
     *      changed or deleted since are left unchanged, and `leftAlone` names them.
     *
     *     API tokens need the scope `guestbook:moderate`.
     */
    post: operations["undoModerateEntries"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/guestbook/counts": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Count the entries of each status, and the pending comments.
     * @description Admins only. Comments are counted separately, because they are moderated separately. Deleted entries and comments are
     *     not counted.
     *
     *     API tokens need the scope `guestbook:moderate`.
     */
    get: operations["countEntries"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/guestbook/pending": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List pending entries.
     * @description Admins only. The newest come first. `X-Total-Count` is the total number. `Link` with `rel="next"` is the URL
     *      of the next page.
     *
     *     API tokens need the scope `guestbook:moderate`.
     */
    get: operations["listPendingEntries"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/guestbook/rejected": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List rejected entries.
     * @description Admins only. The newest come first. `X-Total-Count` is the total number. `Link` with `rel="next"` is the URL
     *      of the next page.
     *
     *     API tokens need the scope `guestbook:moderate`.
     */
    get: operations["listRejectedEntries"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/guestbook/spam": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List entries filed as spam.
     * @description Admins only. The newest come first. `X-Total-Count` is the total number. `Link` with `rel="next"` is the URL
     *      of the next page.
     *
     *     API tokens need the scope `guestbook:moderate`.
     */
    get: operations["listSpamEntries"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/guestbook/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get an entry of any status, as moderators see it.
     * @description Admins only. The response has the spam score and its reasons, the note and the comments. The `ETag` begins with the
     *     version.
     *
     *     API tokens need the scope `guestbook:moderate`.
     */
    get: operations["getAdminEntry"];
    /**
     * Update an entry.
     * @description Admins only. Possible with any status, which stays the same. Fields that are not sent keep their values. Blank
     *     optional fields become null. With `If-Match`, the change is made only if the version matches; otherwise the response is 412.
     *
     *     API tokens need the scope `guestbook:moderate`.
     */
    put: operations["updateEntry"];
    post?: never;
    /**
     * Delete an entry with its comments.
     * @description Admins only. The entry disappears from the public guestbook at once. `restoreEntry` restores it for ten minutes;
     *     after that it is deleted permanently. Authors delete their own entries with `deleteOwnEntry`.
     *
     *     API tokens need the scope `guestbook:moderate`.
     */
    delete: operations["deleteEntry"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/guestbook/{id}/moderate": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Moderate an entry: approve, reject or file as spam.
     * @description Admins only. The entry must be pending or spam. The decision can be undone for ten minutes. After that, the author
     *     of an approved or rejected entry receives an email, if the account is active and still has the same address.
     *
     *     API tokens need the scope `guestbook:moderate`.
     */
    post: operations["moderateEntry"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/guestbook/{id}/restore": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Restore a deleted entry.
     * @description Admins only. Restores the entry with its images and the comments that were deleted with it, within ten minutes of
     *     `deleteEntry`.
     *
     *     API tokens need the scope `guestbook:moderate`.
     */
    post: operations["restoreEntry"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/guestbook/{id}/undo": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Undo the last decision on an entry.
     * @description Admins only. Possible within ten minutes (`canUndoUntil`). The entry has its former status again.
     *
     *     API tokens need the scope `guestbook:moderate`.
     */
    post: operations["undoModeration"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/invalid-values": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List stored values that break current rules.
     * @description Admins only. A value that was stored before a rule was added or tightened remains, and an update that does not
     *     change it succeeds. Each call checks `limit` records, most of which usually break no rule. `Link` with `rel="next"`
     *     is the URL of the next check, until all records are checked. Places and articles in the trash and guestbook entries
     *     that are not public are not checked.
     *
     *     API tokens are not accepted.
     */
    get: operations["listInvalidValues"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/render-failures": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List pages that cannot be rendered.
     * @description Admins only. Such a page keeps its last rendered version, or responds 503 if there is none, and `liveSince` of its
     *     record is null. The server retries every 15 seconds, 200 pages at a time, and whenever the page is requested. A page
     *     that renders leaves the list. The list has at most 200 pages, those of the replica that responds.
     *
     *     API tokens need the scope `read`.
     */
    get: operations["listRenderFailures"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/schedule": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List what is scheduled.
     * @description Admins only. Articles with a publication date in the future, drafts with `publishAt`, and places and articles with
     *     `unpublishAt`, in the order of time. Drafts whose publication failed and records in the trash are left out. To move or
     *     cancel an item, change its record or its draft. `X-Total-Count` is the total number.
     *
     *     API tokens are not accepted.
     */
    get: operations["listSchedule"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/stats": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the counts of the console's first page.
     * @description Business owners and admins. Admins get the counts of the whole guide. Business owners get those of their own places,
     *     and the number of all categories.
     *
     *     API tokens need the scope `read`.
     */
    get: operations["getStats"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/users": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List accounts.
     * @description Admins only. The newest come first. `X-Total-Count` is the total number. `Link` with `rel="next"` is the URL of the
     *     next page.
     *
     *     API tokens are not accepted.
     */
    get: operations["listUsers"];
    put?: never;
    /**
     * Create an account.
     * @description Admins only. An active account receives an invitation, an email with a link to set a password, unless Firebase
     *     manages the accounts.
     *
     *     API tokens are not accepted.
     */
    post: operations["createUser"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/users.csv": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Export accounts as CSV.
     * @description Admins only. The file has all matching accounts, without pagination. A cell that a spreadsheet would read as a
     *     formula begins with an apostrophe.
     *
     *     API tokens are not accepted.
     */
    get: operations["exportUsers"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/users/counts": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Count accounts by role.
     * @description Admins only. Deactivated accounts are included.
     *
     *     API tokens are not accepted.
     */
    get: operations["countUsers"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/users/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get an account.
     * @description Admins only. The `ETag` begins with the version, which `If-Match` compares in updates.
     *
     *     API tokens are not accepted.
     */
    get: operations["getUser"];
    /**
     * Update an account.
     * @description Admins only. Fields that are not sent keep their values. The change applies from the account's next request on. With
     *     `If-Match`, the change is made only if the version matches; otherwise the response is 412. The last admin who can
     *     sign in must remain an active admin.
     *
     *     A changed email address is no longer verified, and its earlier links become invalid. Deactivation refuses all tokens
     *     of the account; activation ends its former sessions. If an account whose address is not verified gets a higher role,
     *     its password, second factor, sessions and links to identity providers are removed. If it is active and the guide
     *     manages the accounts, it then receives an invitation.
     *
     *     API tokens are not accepted.
     */
    put: operations["updateUser"];
    post?: never;
    /**
     * Delete an account.
     * @description Admins only. Ends its sessions and deletes its likes and enquiries, and its guestbook entries and comments that are
     *     not public. Public ones remain under an abbreviated name, and its places remain without an owner. The last admin who
     *     can sign in cannot be deleted.
     *
     *     API tokens are not accepted.
     */
    delete: operations["deleteUser"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/users/{id}/invitation": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send an invitation.
     * @description Admins only, for an active account without a password, also if it was invited before. The email has a new link to
     *     set a password, which can be used once within seven days. Earlier links become invalid. Without a mail server the
     *     email stays in the outbox: use `createPasswordLink` instead.
     *
     *     API tokens are not accepted.
     */
    post: operations["sendInvitation"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/users/{id}/password-link": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a password link for an admin to hand over.
     * @description Admins only. For an account without a password it is an invitation, otherwise a link to reset the password. The link
     *     can be used once and replaces all earlier ones. Its use ends all sessions of the account. Unlike a link in an email,
     *     it does not verify the address and never removes the second factor. `sendInvitation` sends an invitation by email.
     *
     *     API tokens are not accepted.
     */
    post: operations["createPasswordLink"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/users/{id}/tokens": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the API tokens of an account.
     * @description Admins only. The newest come first. Ended tokens are listed for about 30 days.
     *
     *     API tokens are not accepted.
     */
    get: operations["listUserTokens"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/admin/users/{id}/tokens/{tokenId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Revoke an API token of an account.
     * @description Admins only. The token is refused from the next request on.
     *
     *     API tokens are not accepted.
     */
    delete: operations["revokeUserToken"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/articles": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List articles.
     * @description The newest come first. `X-Total-Count` is the total number. `Link` with `rel="next"` is the URL of the next page.
     *
     *     API tokens need the scope `read`.
     */
    get: operations["listArticles"];
    put?: never;
    /**
     * Create an article.
     * @description Admins only. The HTML is sanitized. An active article with a publication date in the future becomes public at that
     *     time.
     *
     *     API tokens need the scope `articles:write`.
     */
    post: operations["createArticle"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/articles.csv": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Export all public articles as CSV, under an open license.
     * @description The same facts as in `articles.json`, one row for each article. Lists are in one cell, separated by semicolons.
     *
     *     API tokens need the scope `read`.
     */
    get: operations["exportArticlesCsv"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/articles.json": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Export all public articles as JSON, under an open license.
     * @description The facts about each article, without its texts and images, which have their own terms, ordered by id. `Link` with
     *     `rel="license"` is the URL of the license. Show the attribution wherever you use the data.
     *
     *     API tokens need the scope `read`.
     */
    get: operations["exportArticlesJson"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/articles/topics": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the topics of public articles.
     * @description Ordered by name, each with the number of articles that have it.
     *
     *     API tokens need the scope `read`.
     */
    get: operations["listTopics"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/articles/trash": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the articles in the trash.
     * @description Admins only. The latest deletion comes first. `X-Total-Count` is the total number.
     *
     *     API tokens need the scope `read`.
     */
    get: operations["listArticleTrash"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/articles/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get an article by id or `{id}-{slug}`.
     * @description Another slug after the id returns 301. Inactive and scheduled articles are visible only to admins; other callers get
     *     404.
     *
     *     API tokens need the scope `read`.
     */
    get: operations["getArticle"];
    /**
     * Update an article.
     * @description Admins only. Fields that are not sent keep their values. With `If-Match`, the change is made only if the version
     *     matches; otherwise the response is 412.
     *     If the title changes and the slug was made from it, the slug changes as well and the former one redirects.
     *
     *     API tokens need the scope `articles:write`.
     */
    put: operations["updateArticle"];
    post?: never;
    /**
     * Move an article to the trash.
     * @description Admins only. The article is then visible only in the trash, from which admins can restore it until `keptUntil`.
     *     After that it is deleted permanently.
     *
     *     API tokens need the scope `articles:write`.
     */
    delete: operations["deleteArticle"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/articles/{id}/restore": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Restore an article from the trash.
     * @description Admins only. The article has its former fields and slug again, and is public if it is active and its publication
     *     date has passed.
     *
     *     API tokens need the scope `articles:write`.
     */
    post: operations["restoreArticle"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/auth/account": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the caller's account.
     * @description Includes whether it has a password, a second factor and a verified email address.
     *
     *     API tokens are not accepted.
     */
    get: operations["getAccount"];
    /**
     * Update the caller's profile.
     * @description Fields that are not sent keep their values. The email address and the role cannot be changed by this call.
     *
     *     API tokens are not accepted.
     */
    put: operations["updateAccount"];
    post?: never;
    /**
     * Delete the caller's account.
     * @description Requires the password. An account without a password sends the code of `requestDeletionCode` instead. An account
     *     with neither a password nor an email address needs no confirmation. Deletes the account's sessions, likes and
     *     enquiries, and its guestbook entries and comments that are not public. Public ones remain under an abbreviated name,
     *     and its places remain without an owner. An email confirms the deletion.
     *
     *     API tokens are not accepted.
     */
    delete: operations["deleteAccount"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/auth/account/deletion-code": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a code to delete an account without a password.
     * @description The code can be used once, within 30 minutes. The response is 409 if the account has a password, which
     *     `deleteAccount` then requires.
     *
     *     API tokens are not accepted.
     */
    post: operations["requestDeletionCode"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/auth/account/export": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Export the data of the caller's account.
     * @description The response is a JSON file. It does not contain photos, moderation notes, spam scores, hashes or secrets.
     *
     *     API tokens are not accepted.
     */
    get: operations["exportAccount"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/auth/federated/{provider}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Unlink an identity provider from the caller's account.
     * @description The response is 409 if the account has no other way to sign in.
     *
     *     API tokens are not accepted.
     */
    delete: operations["unlinkFederated"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/auth/federated/{provider}/callback": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Complete a sign-in with an identity provider.
     * @description The provider redirects to this URL. The response is a page that reports the result to the window that opened it, and
     *     closes. The result is `{ok: true}` or `{ok: false, code}` in the BroadcastChannel `karst-sign-in`. Without such a
     *     window the page continues to `returnTo`. After a sign-in, the browser has the refresh cookie. An account with a
     *     second factor cannot sign in with this call; it requires the password.
     *
     *     API tokens are not accepted.
     */
    get: operations["completeFederatedSignIn"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/auth/federated/{provider}/start": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Start a sign-in with an identity provider.
     * @description Open it in a new window, or link to it. It redirects to the provider, which redirects back to this guide, which then
     *     continues to `returnTo`. A short-lived cookie binds the sign-in to this browser.
     *
     *     API tokens are not accepted.
     */
    get: operations["startFederatedSignIn"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/auth/firebase/sync": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Report the caller's identity and get the account.
     * @description Only the token identifies the caller: the response is 403 if `uid` or `email` differ from it. Names and image fill
     *     fields that are empty in the account. For a deactivated account, `isActive` is `false`, and all other calls refuse
     *     it. Call it first with a Firebase token: it finds the account by the identity or by the address that Firebase has
     *     verified, or creates one.
     *
     *     API tokens are not accepted.
     */
    post: operations["syncIdentity"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/auth/jwks": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the public keys of access tokens (JWKS).
     * @description The keys are EdDSA keys. A service that verifies access tokens itself reads them here and selects one by `kid`.
     *
     *     API tokens are not accepted.
     */
    get: operations["getKeys"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/auth/password": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Change the caller's password.
     * @description All sessions of the account end, its password links become invalid, and the response starts a new session.
     *
     *     API tokens are not accepted.
     */
    put: operations["changePassword"];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/auth/password-reset": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send an email with a link to reset the password.
     * @description The response does not depend on whether the address has an account.
     *
     *     API tokens are not accepted.
     */
    post: operations["requestPasswordReset"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/auth/password-reset/confirm": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Set a new password with the link of an email or of an admin.
     * @description The link can be used once. All sessions of the account end, and its other password links become invalid. A link that
     *     was emailed also verifies the address. If the address was not verified before, this removes the second factor and
     *     unlinks all identity providers. A link of an admin does not verify the address. If the address is not verified, it
     *     unlinks all identity providers, and the second factor stays.
     *
     *     API tokens are not accepted.
     */
    post: operations["confirmPasswordReset"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/auth/refresh": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Renew the session.
     * @description Exchanges the refresh cookie for an access token and a new refresh cookie. A cookie can be used again for 30 seconds
     *     after its first use (two tabs). If the next cookie was never used (a lost response), it can be used again for 24
     *     hours. A later use ends the session.
     *
     *     API tokens are not accepted.
     */
    post: operations["refreshSession"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/auth/second-factor": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Start the setup of a second factor.
     * @description Staff only. The second factor takes effect when `/api/auth/second-factor/confirm` receives a code of it. The
     *     password is required, so that another person at a signed-in browser cannot lock the user out. An account without a
     *     password must have signed in within the last ten minutes. Otherwise the response is 403, and the `type` of the
     *     problem is `/problems/recent-sign-in-required`.
     *
     *     API tokens are not accepted.
     */
    post: operations["beginSecondFactorEnrollment"];
    /**
     * Remove the caller's second factor.
     * @description Requires the password if the account has one. The recovery codes are deleted as well.
     *
     *     API tokens are not accepted.
     */
    delete: operations["removeSecondFactor"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/auth/second-factor/confirm": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Confirm the new second factor.
     * @description Returns ten recovery codes, which are shown only once.
     *
     *     API tokens are not accepted.
     */
    post: operations["confirmSecondFactor"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/auth/sessions": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the caller's sessions.
     * @description The most recently used session comes first.
     *
     *     API tokens are not accepted.
     */
    get: operations["listSessions"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/auth/sessions/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * End a session.
     * @description Its tokens are refused from the next request on. The session of the request can be ended too.
     *
     *     API tokens are not accepted.
     */
    delete: operations["revokeSession"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/auth/sign-in": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sign in with email address and password.
     * @description The refresh token is set as an HttpOnly cookie. The response is the same for an unknown address, a wrong password
     *     and a deactivated account. An account with a second factor also requires `code`. If only the code is missing or
     *     wrong, the `type` of the problem is `/problems/second-factor-required`.
     *
     *     API tokens are not accepted.
     */
    post: operations["signIn"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/auth/sign-out": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sign out.
     * @description Ends the sessions of the access token and of the refresh cookie, whichever are sent; their tokens are refused from
     *     the next request on. A session that has already ended is not an error. The response is 401 if this guide did not
     *     issue the access token and no refresh cookie is sent.
     *
     *     API tokens are not accepted.
     */
    post: operations["signOut"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/auth/sign-out-everywhere": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * End all sessions.
     * @description All sessions of the account end, including that of the request. If Firebase manages the accounts, tokens of earlier
     *     sign-ins are refused.
     *
     *     API tokens are not accepted.
     */
    post: operations["signOutEverywhere"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/auth/sign-up": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create an account.
     * @description The new account is signed in and receives an email to verify its address. Its display name is the first and the last
     *     name, separated by a space. If the address is already in use, the response is 422. Every request counts for the rate
     *     limit.
     *
     *     API tokens are not accepted.
     */
    post: operations["signUp"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/auth/tokens": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the caller's API tokens.
     * @description The newest come first. Ended tokens are listed for about 30 days.
     *
     *     API tokens are not accepted.
     */
    get: operations["listApiTokens"];
    put?: never;
    /**
     * Create an API token.
     * @description Staff only: a token acts for its account, within the role of the account and the scopes of the token. Confirm it with
     *     the password, or with a code if the account has a second factor. An account with neither must have signed in within the
     *     last ten minutes; otherwise the response is 403, and the `type` of the problem is `/problems/recent-sign-in-required`.
     *     An account has at most 20 valid tokens. The response has the token, which is shown only once; an email tells the owner.
     *
     *     API tokens are not accepted.
     */
    post: operations["createApiToken"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/auth/tokens/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Revoke an API token.
     * @description The token is refused from the next request on.
     *
     *     API tokens are not accepted.
     */
    delete: operations["revokeApiToken"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/auth/verification": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send an email to verify the caller's address.
     * @description If the address is already verified, nothing is sent.
     *
     *     API tokens are not accepted.
     */
    post: operations["requestVerification"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/auth/verification/confirm": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Confirm an email address with the link of an email.
     * @description The link proves that the caller reads the mailbox. A caller who is not signed in to the account must also send its
     *     `password`. Otherwise the owner of the mailbox could confirm an account that someone else created.
     *
     *     API tokens are not accepted.
     */
    post: operations["confirmVerification"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/businesses": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List places.
     * @description Returns at most 1,000 places, best first: featured places, then by rating. With `q`, the best matches come first.
     *     Diacritics are optional; names with the diacritics of `q` rank higher. If no place contains `q` as typed, its words
     *     may also have typos compared with words of the names: one edit in words of four to seven letters, two edits in longer
     *     ones, and two transposed letters in words of three. `X-Total-Count` is the total number (exact for plain and category
     *     lists; searches count up to 10,000). `Link` with `rel="next"` is the URL of the next page.
     *
     *     API tokens need the scope `read`.
     */
    get: operations["listPlaces"];
    put?: never;
    /**
     * Create a place.
     * @description Business owners and admins. The place of a business owner belongs to that account and is inactive until an admin
     *     activates it. The response is 403 if a business owner sends another value of a field that only admins set.
     *
     *     API tokens need the scope `places:write`.
     */
    post: operations["createPlace"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/businesses.csv": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Export all active places as CSV, under an open license.
     * @description The same facts as in `businesses.json`, one row for each place. Lists are in one cell, separated by semicolons.
     *     Cells that a spreadsheet would read as a formula begin with an apostrophe.
     *
     *     API tokens need the scope `read`.
     */
    get: operations["exportPlacesCsv"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/businesses.geojson": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Export all active places as GeoJSON, for maps.
     * @description Compact, and the same for all callers: the data of markers, for at most 50,000 places. `Link` with `rel="license"`
     *     is the URL of the license. Show `attribution` wherever you use the data.
     *
     *     API tokens need the scope `read`.
     */
    get: operations["exportPlacesGeoJson"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/businesses.json": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Export all active places as JSON, under an open license.
     * @description The facts about each place, without descriptions, images and ratings, ordered by id. `Link` with `rel="license"` is
     *     the URL of the license. Show the attribution wherever you use the data. The response is streamed and has no size
     *     limit.
     *
     *     API tokens need the scope `read`.
     */
    get: operations["exportPlacesJson"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/businesses/trash": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the places in the trash.
     * @description Admins only. The latest deletion comes first. `X-Total-Count` is the total number.
     *
     *     API tokens need the scope `read`.
     */
    get: operations["listPlaceTrash"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/businesses/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a place by id or slug.
     * @description A former slug returns 301. Inactive places are visible only to admins and to their owner, if the owner's account is a
     *     business owner; other callers get 404.
     *
     *     API tokens need the scope `read`.
     */
    get: operations["getPlace"];
    /**
     * Update a place.
     * @description Admins, and the owner as long as the account is a business owner. Fields that are not sent keep their values. With
     *     `If-Match`, the change is made only if the version matches; otherwise the response is 412. If the name changes and the
     *     slug was made from it, the slug changes as well and the former one redirects.
     *
     *     The response is 403 if an owner changes a field that only admins set. If an owner changes the names, the position or
     *     the categories of a verified place, the place loses its verification until an admin verifies it again.
     *
     *     API tokens need the scope `places:write`.
     */
    put: operations["updatePlace"];
    post?: never;
    /**
     * Move a place to the trash.
     * @description Admins only. The place is then visible only in the trash, from which admins can restore it until `keptUntil`.
     *     After that it is deleted permanently.
     *
     *     API tokens need the scope `places:write`.
     */
    delete: operations["deletePlace"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/businesses/{id}/enquiries": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send an enquiry to a place.
     * @description The email goes to the address of the place, otherwise to that of its owner, with the address of the sender for the
     *     reply. The sender receives a receipt, at most three within a day. An enquiry that looks like spam gets the same response, but
     *     no email is sent. 404 if the place is not public or its `acceptsEnquiries` is false. Enquiries are deleted after 12
     *     months.
     *
     *     API tokens are not accepted.
     */
    post: operations["createEnquiry"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/businesses/{id}/guestbook": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the guestbook entries about a place.
     * @description Like `listEntries`. If the place is not public, only its owner and admins see the entries; other callers get 404.
     *
     *     API tokens need the scope `read`.
     */
    get: operations["listPlaceEntries"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/businesses/{id}/restore": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Restore a place from the trash.
     * @description Admins only. The place has its former fields and slug again, and is public if it is active.
     *
     *     API tokens need the scope `places:write`.
     */
    post: operations["restorePlace"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/categories": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List all categories.
     * @description In the order of their creation, each with the number of its active places.
     *
     *     API tokens need the scope `read`.
     */
    get: operations["listCategories"];
    put?: never;
    /**
     * Create a category.
     * @description Admins only. Without `slug`, the slug is made from the name. A new category contains no places.
     *
     *     API tokens need the scope `categories:write`.
     */
    post: operations["createCategory"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/categories.csv": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Export all categories as CSV, under an open license.
     * @description The same facts as in `categories.json`, one row for each category. Aliases are in one cell, separated by semicolons.
     *
     *     API tokens need the scope `read`.
     */
    get: operations["exportCategoriesCsv"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/categories.json": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Export all categories as JSON, under an open license.
     * @description All categories, ordered by id. `Link` with `rel="license"` is the URL of the license. Show the attribution wherever you
     *     use the data.
     *
     *     API tokens need the scope `read`.
     */
    get: operations["exportCategoriesJson"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/categories/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a category.
     * @description Includes the number of its active places. The place list accepts the id, the slug and the aliases as a filter.
     *
     *     API tokens need the scope `read`.
     */
    get: operations["getCategory"];
    /**
     * Update a category.
     * @description Admins only. Fields that are not sent keep their values. With `If-Match`, the change is made only if the version
     *     matches; otherwise the response is 412.
     *
     *     API tokens need the scope `categories:write`.
     */
    put: operations["updateCategory"];
    post?: never;
    /**
     * Delete an empty category.
     * @description Admins only. If places are in the category, including inactive ones and those in the trash, the response is 409:
     *     move them first. `restoreCategory` restores the category for ten minutes.
     *
     *     API tokens need the scope `categories:write`.
     */
    delete: operations["deleteCategory"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/categories/{id}/restore": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Restore a deleted category.
     * @description Admins only. Possible for ten minutes after `deleteCategory`; the category keeps its id. The response is 409 if
     *     another category now uses its slug or one of its aliases.
     *
     *     API tokens need the scope `categories:write`.
     */
    post: operations["restoreCategory"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/changes": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the changes of public records.
     * @description For programs that keep a copy of the guide: places, articles, categories, standing pages and the settings. Without
     *     `since`, the feed begins with every public record. Repeat the request with the `cursor` of each response until
     *     `hasMore` is false, and later with the last one: no committed change is ever missing. Read an `upsert` with the call
     *     for its kind, without a token; it may be gone by then, and a `delete` follows. A change of a category is followed by
     *     `upsert`s of its places, and a change of a standing page by those of all four. What becomes public or hidden at a scheduled time is a change too. Likes, guestbook
     *     entries and the numbers of places of categories are not in the feed.
     *
     *     With `wait`, a response without changes is delayed until there is one. 410 if deletions since the cursor are no longer
     *     known, which is the case after 90 days at the earliest, if a backup was restored, or if the cursor is that of another
     *     guide: begin again without `since`, and delete the records that are not listed.
     *
     *     API tokens need the scope `read`.
     */
    get: operations["listChanges"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/contact": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a contact message to the team.
     * @description The sender receives an email, and so does the team if the settings have a `contactEmail`. A message that looks like
     *     spam gets the same response, but no email is sent. The guide promises an answer within 24 hours.
     *
     *     API tokens are not accepted.
     */
    post: operations["sendMessage"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/drafts": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the drafts.
     * @description For staff: admins see all drafts, owners those of their places. The drafts that are published next come first, and then
     *     those that were saved last. Drafts of records in the trash are left out. `X-Total-Count` is the total number.
     *
     *     API tokens are not accepted.
     */
    get: operations["listDrafts"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/firebase-config": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the configuration of sign-in.
     * @description Read it before showing a form: `provider` is the identity provider that manages the accounts, and the other fields
     *     list the ways to sign in.
     *
     *     API tokens are not accepted.
     */
    get: operations["getSignInConfig"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/guestbook": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List guestbook entries.
     * @description Approved entries; the newest come first. Signed-in authors also see their own unreviewed entries, with the status
     *     `pending`. `X-Total-Count` is the total number. `Link` with `rel="next"` is the URL of the next page.
     *
     *     API tokens need the scope `read`.
     */
    get: operations["listEntries"];
    put?: never;
    /**
     * Create a guestbook entry.
     * @description The entry is public once a moderator has approved it. Until then only its author and admins see it; the author sees
     *     the status `pending`. An account may post ten entries and comments in an hour, unless the server is configured otherwise. An
     *     account that is younger than a day and has no approved entry may post three.
     *
     *     API tokens are not accepted.
     */
    post: operations["createEntry"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/guestbook/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a guestbook entry.
     * @description An unreviewed entry is visible only to its author, with the status `pending`; other callers get 404. For a rejected
     *     entry all callers get 404.
     *
     *     API tokens need the scope `read`.
     */
    get: operations["getEntry"];
    put?: never;
    post?: never;
    /**
     * Delete the caller's own guestbook entry.
     * @description Deletes the entry with its comments and images. Possible with any status, and cannot be undone. 403 for a public entry
     *     of another account; 404 for an entry of another account that is not public.
     *
     *     API tokens are not accepted.
     */
    delete: operations["deleteOwnEntry"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/guestbook/{id}/comments": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a comment on an entry.
     * @description The comment is public at once, unless it looks like spam: then its author sees it with the status `pending` until a
     *     moderator decides. Comments can be answered, answers cannot.
     *
     *     API tokens are not accepted.
     */
    post: operations["createComment"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/media": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the images of the library.
     * @description Business owners and admins. Business owners see only the images that they uploaded. The newest come first.
     *     `X-Total-Count` is the total number. `Link` with `rel="next"` is the URL of the next page.
     *
     *     API tokens need the scope `read`.
     */
    get: operations["listImages"];
    put?: never;
    /**
     * Upload an image.
     * @description Business owners and admins upload to the library; every account can upload images for guestbook entries. Only the
     *     pixels of the file are kept: the image is rotated upright, converted to sRGB, and stored in up to four widths. An
     *     image of the library is public at once, and can be used once it has a text alternative or is decorative. An image
     *     for a guestbook entry is public when the entry is. It is deleted if it is in no entry a day after the upload.
     *
     *     API tokens need the scope `media:write`.
     */
    post: operations["addImage"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/media/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get an image.
     * @description Admins and, if the image is in the library, its uploader. With its URL and widths, its texts and its focal
     *     point.
     *
     *     API tokens need the scope `read`.
     */
    get: operations["getImage"];
    /**
     * Update the texts and the focal point of an image.
     * @description Admins and, if the image is in the library, its uploader. Fields that are not sent keep their values. An
     *     image in use must keep a text alternative or be decorative. With `If-Match`, the change is made only if the version
     *     matches; otherwise the response is 412.
     *
     *     API tokens need the scope `media:write`.
     */
    put: operations["updateImage"];
    post?: never;
    /**
     * Delete an image.
     * @description Admins and, if the image is in the library, its uploader. If the image is in use, the response is 409 and names up
     *     to three of the records. With `force` it is deleted anyway, and these records show an illustration instead.
     *     `restoreImage` restores it for ten minutes; after that it is deleted permanently with its files.
     *
     *     API tokens need the scope `media:write`.
     */
    delete: operations["deleteImage"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/media/{id}/file": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Replace the file of an image.
     * @description Admins and, if the image is in the library, its uploader. All records that show the image show the new
     *     file. The URL changes; the texts stay.
     *
     *     API tokens need the scope `media:write`.
     */
    put: operations["replaceImage"];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/media/{id}/restore": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Restore a deleted image.
     * @description Restores the image and its uses, within ten minutes of `deleteImage`. Only admins can restore an image that an
     *     admin has deleted.
     *
     *     API tokens need the scope `media:write`.
     */
    post: operations["restoreImage"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/media/{id}/uses": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the records that show an image.
     * @description Admins and, if the image is in the library, its uploader. Returns at most 200 places, articles, guestbook
     *     entries and settings.
     *
     *     API tokens need the scope `read`.
     */
    get: operations["listImageUses"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/opening": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Parse opening hours.
     * @description Business owners and admins. For a form: `opening` in the response is the schedule that the place would have. Invalid
     *     opening hours are refused with 400 and the message that saving the place would return.
     *
     *     API tokens need the scope `read`.
     */
    get: operations["parseOpeningHours"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/pages/about": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the About page.
     * @description In the texts, `{brand}`, `{region}` and `{email}` are placeholders for values of the settings, which the client
     *     inserts.
     *
     *     API tokens need the scope `read`.
     */
    get: operations["getAbout"];
    /**
     * Update the About page.
     * @description Admins only. The change is public immediately. Fields that are not sent keep their values; a list or an object that
     *     is sent replaces the stored one. The first time, all fields are required. With `If-Match`, the change is made only
     *     if the version matches; otherwise the response is 412.
     *
     *     API tokens are not accepted.
     */
    put: operations["updateAbout"];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/pages/getting-here": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the Getting Here page.
     * @description In the texts, `{brand}`, `{region}` and `{email}` are placeholders for values of the settings, which the client
     *     inserts.
     *
     *     API tokens need the scope `read`.
     */
    get: operations["getGettingHere"];
    /**
     * Update the Getting Here page.
     * @description Admins only. The change is public immediately. Fields that are not sent keep their values; a list or an object that
     *     is sent replaces the stored one. The first time, all fields are required. With `If-Match`, the change is made only
     *     if the version matches; otherwise the response is 412.
     *
     *     API tokens are not accepted.
     */
    put: operations["updateGettingHere"];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/pages/help": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the Help page.
     * @description In the texts, `{brand}`, `{region}` and `{email}` are placeholders for values of the settings, which the client
     *     inserts.
     *
     *     API tokens need the scope `read`.
     */
    get: operations["getHelp"];
    /**
     * Update the Help page.
     * @description Admins only. The change is public immediately. Fields that are not sent keep their values; a list or an object that
     *     is sent replaces the stored one. The first time, all fields are required. With `If-Match`, the change is made only
     *     if the version matches; otherwise the response is 412.
     *
     *     API tokens are not accepted.
     */
    put: operations["updateHelp"];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/pages/privacy": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the terms of service and the privacy policy.
     * @description In the texts, `{brand}`, `{region}` and `{email}` are placeholders for values of the settings, which the client
     *     inserts.
     *
     *     API tokens need the scope `read`.
     */
    get: operations["getPrivacy"];
    /**
     * Update the terms of service and the privacy policy.
     * @description Admins only. The change is public immediately. Fields that are not sent keep their values; a list or an object that
     *     is sent replaces the stored one. The first time, all fields are required. With `If-Match`, the change is made only
     *     if the version matches; otherwise the response is 412.
     *
     *     API tokens are not accepted.
     */
    put: operations["updatePrivacy"];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/preview/{ticket}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a record with its draft, by the ticket of a preview.
     * @description For the site, which shows it at `/preview/{ticket}`. The draft is applied as publishing would apply it, without the
     *     values that break a rule. 404 for a ticket that opens nothing; many of them from one address get 429.
     *
     *     API tokens need the scope `read`.
     */
    get: operations["getPreview"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/releases": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the releases.
     * @description Admins only. Open releases come first, those that are published next before the others; then the others, those that
     *     were changed last first. `X-Total-Count` is the total number.
     *
     *     API tokens are not accepted.
     */
    get: operations["listReleases"];
    put?: never;
    /**
     * Create a release.
     * @description Admins only. Add drafts with `addReleaseDraft`. With `publishAt`, the release is published at that time in the name of
     *     the account that changed it last, with the rights that it has then.
     *
     *     API tokens are not accepted.
     */
    post: operations["createRelease"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/releases/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a release.
     * @description Admins only. While it is open, `drafts` are its drafts: one whose `recordVersion` is not its `baseVersion` prevents the
     *     publication. Afterwards `records` are what it published.
     *
     *     API tokens are not accepted.
     */
    get: operations["getRelease"];
    /**
     * Rename or schedule a release.
     * @description Admins only. Fields that are not sent keep their values; `publishAt` is null to cancel the schedule. With `If-Match`,
     *     the change is made only if the version matches.
     *
     *     API tokens are not accepted.
     */
    put: operations["updateRelease"];
    post?: never;
    /**
     * Cancel a release.
     * @description Admins only. Its drafts stay, without a release. The release stays in the list as canceled.
     *
     *     API tokens are not accepted.
     */
    delete: operations["cancelRelease"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/releases/{id}/drafts/{kind}/{recordId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Add the draft of a record to a release.
     * @description Admins only. A draft is in at most one release, and a release has at most 200 drafts. The draft has no `publishAt` of
     *     its own. Nothing changes if the draft is already in the release.
     *
     *     API tokens are not accepted.
     */
    put: operations["addReleaseDraft"];
    post?: never;
    /**
     * Take the draft of a record out of a release.
     * @description Admins only. The draft stays.
     *
     *     API tokens are not accepted.
     */
    delete: operations["removeReleaseDraft"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/releases/{id}/publish": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Publish a release.
     * @description Admins only. Publishes all its drafts or none, in one transaction. With `If-Match`, only if the version matches. The
     *     response is 409 with `records` if some of them prevent it: a record that was changed since its draft began
     *     (`precondition_failed`), or a draft that breaks a rule (`validation_failed`, with its `errors`).
     *
     *     API tokens are not accepted.
     */
    post: operations["publishRelease"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/releases/{id}/undo": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Undo a release.
     * @description Admins only. Brings all its records back to their states before the release, or none. It is possible until one of them
     *     is changed again. The response is 409 with `records` if some of them prevent it.
     *
     *     API tokens are not accepted.
     */
    post: operations["undoRelease"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/settings": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the settings.
     * @description The settings describe the region: its name, the center of the map, the time zone, contacts, and the texts of the
     *     home page. Read them first: local times of the guide are in `timeZone`, and the map begins at the center of `map`.
     *
     *     API tokens need the scope `read`.
     */
    get: operations["getSettings"];
    /**
     * Update the settings.
     * @description Admins only. The change is public immediately. Fields that are not sent keep their values; a list or an object that
     *     is sent (`doors`, `map`) replaces the stored one. With `If-Match`, the change is made only if the version matches;
     *     otherwise the response is 412.
     *
     *     API tokens are not accepted.
     */
    put: operations["updateSettings"];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/suggestions": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Suggest places, categories and tags.
     * @description For a search box: the last word may be incomplete. Typos and diacritics are treated as in `listPlaces` with `q`.
     *
     *     API tokens need the scope `read`.
     */
    get: operations["listSuggestions"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/user/likes": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the places that the caller has saved.
     * @description Latest like first, without places that are not public. `X-Total-Count` is the total number. `Link` with `rel="next"`
     *     is the URL of the next page.
     *
     *     API tokens are not accepted.
     */
    get: operations["listLikes"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/user/likes/toggle": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Save a place, or remove it from the saved places.
     * @description The response contains the new state. Clients that know the state they want send `likePlace` or `unlikePlace`, which
     *     can be repeated.
     *
     *     API tokens are not accepted.
     */
    post: operations["toggleLike"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/user/likes/{businessId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Save a place.
     * @description A place that is already saved stays saved. The response contains the number of accounts that have saved the place. It
     *     is 404 if the place is not public.
     *
     *     API tokens are not accepted.
     */
    put: operations["likePlace"];
    post?: never;
    /**
     * Remove a place from the saved places.
     * @description A place that is not saved stays so. The response contains the number of accounts that have saved the place. It is 404
     *     if the place is not public, even if it is saved.
     *
     *     API tokens are not accepted.
     */
    delete: operations["unlikePlace"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/webhook-deliveries/{id}/redeliver": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send the event of a delivery again.
     * @description Admins only. The record is sent as it is public now. Returns the new delivery, or the one that already waits for this
     *     record, which is sent at once. Deliveries of an inactive webhook wait.
     *
     *     API tokens need the scope `webhooks:manage`.
     */
    post: operations["redeliverWebhook"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/webhooks": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the webhooks.
     * @description Admins only. There are at most 50, the oldest first.
     *
     *     API tokens need the scope `webhooks:manage`.
     */
    get: operations["listWebhooks"];
    put?: never;
    /**
     * Create a webhook.
     * @description Admins only. It receives an event for each change of a public record from now on; `webhooks` of this document describes
     *     the requests. The address must begin with https:// and lead to a public network. The response has the secret, which no
     *     other call returns.
     *
     *     API tokens need the scope `webhooks:manage`.
     */
    post: operations["createWebhook"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/webhooks/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a webhook.
     * @description Admins only. The `ETag` begins with the version, which `If-Match` compares in updates.
     *
     *     API tokens need the scope `webhooks:manage`.
     */
    get: operations["getWebhook"];
    /**
     * Update a webhook.
     * @description Admins only. Fields that are not sent keep their values. With `If-Match`, the change is made only if the version
     *     matches; otherwise the response is 412. If the webhook becomes active or gets another address, everything that waits
     *     is sent, and what failed since it began to fail.
     *
     *     API tokens need the scope `webhooks:manage`.
     */
    put: operations["updateWebhook"];
    post?: never;
    /**
     * Delete a webhook.
     * @description Admins only. Its pending deliveries and its delivery log are deleted with it.
     *
     *     API tokens need the scope `webhooks:manage`.
     */
    delete: operations["deleteWebhook"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/webhooks/{id}/deliveries": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the deliveries of a webhook.
     * @description Admins only. The newest come first. Finished deliveries are deleted after 30 days. `X-Total-Count` is the total number.
     *
     *     API tokens need the scope `webhooks:manage`.
     */
    get: operations["listWebhookDeliveries"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/webhooks/{id}/rotate-secret": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Rotate the secret of a webhook.
     * @description Admins only. The response has the new secret, which no other call returns. For 24 hours, deliveries are signed with the
     *     previous secret too.
     *
     *     API tokens need the scope `webhooks:manage`.
     */
    post: operations["rotateWebhookSecret"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/webhooks/{id}/test": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Test a webhook.
     * @description Admins only. Sends the event `test` at once, also if the webhook is inactive, and returns its delivery: `state` is
     *     `delivered` if the receiver responded with 2xx. A test is not repeated.
     *
     *     API tokens need the scope `webhooks:manage`.
     */
    post: operations["testWebhook"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/{kind}/{id}/draft": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the draft of a record.
     * @description For those who may change the record. 404 if it has no draft.
     *
     *     API tokens need the scope `drafts:write`, and reach places, articles and categories only.
     */
    get: operations["getDraft"];
    /**
     * Save the draft of a record.
     * @description For those who may change the record. Nothing becomes public. A record has one draft; a save replaces it as a whole.
     *     Values may break rules until the draft is published, but unknown fields are refused, and so are fields that only admins
     *     change. With `If-Match`, the draft is saved only if its version matches, `"0"` for no draft; otherwise the response is
     *     412 with the stored draft. With `publishAt`, the draft is published at that time with the
     *     rights that the caller has then. A draft in a release has no `publishAt` of its own.
     *
     *     API tokens need the scope `drafts:write`, and reach places, articles and categories only.
     */
    put: operations["saveDraft"];
    post?: never;
    /**
     * Discard the draft of a record.
     * @description For those who may change the record. The record stays as it is. This cancels its scheduled publication.
     *
     *     API tokens need the scope `drafts:write`, and reach places, articles and categories only.
     */
    delete: operations["deleteDraft"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/{kind}/{id}/draft/publish": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Publish the draft of a record.
     * @description For those who may change the record. The fields of the draft become those of the record, as with its `PUT`, and the
     *     draft is deleted, in one transaction. With `If-Match`, only if the version of the draft matches. The response is 412
     *     with `current` if the record was changed since the draft began: save the draft with the new `baseVersion`, or discard
     *     it. 422 names values that break a rule.
     *
     *     API tokens need the scope of the record: `places:write` or `articles:write` or `categories:write`.
     */
    post: operations["publishDraft"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/{kind}/{id}/previews": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the shared previews of a draft.
     * @description For those who may change the record: admins see all that are open, owners their own. The newest come first. The links
     *     themselves cannot be read again.
     *
     *     API tokens are not accepted.
     */
    get: operations["listPreviews"];
    put?: never;
    /**
     * Make a preview of a draft.
     * @description For those who may change the record. The response has the link, with which anybody sees the draft in the site. It stops
     *     working when it expires or is revoked, when the draft is published or discarded, and when the account may no longer
     *     change the record. 409 if the record already has 50 shared previews.
     *
     *     API tokens are not accepted.
     */
    post: operations["createPreview"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/{kind}/{id}/previews/{previewId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Revoke a shared preview.
     * @description For those who may change the record: admins revoke all, owners their own. The link responds with 404 from then on.
     *
     *     API tokens are not accepted.
     */
    delete: operations["deletePreview"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/{kind}/{id}/revisions": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the revisions of a record.
     * @description Each save of a place, article, category, standing page or the settings makes a revision with the whole record. The
     *     newest comes first. For those who may change the record; owners of a place see the revisions since the place
     *     became theirs, without the accounts of others. Records that were saved before revisions existed begin with their state before
     *     the next save. Revisions are deleted after 365 days, and when there are more than 100 of a record, unless the server is
     *     configured otherwise; the newest and pinned ones stay. `X-Total-Count` is the total number.
     *
     *     API tokens need the scope `read`, and reach places, articles and categories only.
     */
    get: operations["listRevisions"];
    put?: never;
    post?: never;
    /**
     * Delete the history of a record permanently.
     * @description Admins only, for what must not be kept in any version, such as personal data. Deletes all revisions but the newest, also
     *     pinned ones. The newest is the record itself: change the record first.
     *
     *     API tokens are not accepted.
     */
    delete: operations["deleteRevisions"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/{kind}/{id}/revisions/{number}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a revision with the whole record.
     * @description For those who may change the record, as in the list.
     *
     *     API tokens need the scope `read`, and reach places, articles and categories only.
     */
    get: operations["getRevision"];
    /**
     * Set the note and the pin of a revision.
     * @description Admins only. Fields that are not sent keep their values.
     *
     *     API tokens are not accepted.
     */
    put: operations["updateRevision"];
    post?: never;
    /**
     * Delete a revision permanently.
     * @description Admins only, for what must not be kept, such as personal data. The newest revision cannot be deleted, because it is the
     *     record itself: change the record first. Revisions of a record that is deleted permanently are deleted with it.
     *
     *     API tokens are not accepted.
     */
    delete: operations["deleteRevision"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/{kind}/{id}/revisions/{number}/restore": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Restore a revision.
     * @description For those who may change the record. The record gets the values of the revision, which are public at once and make a
     *     new revision. The rights and rules of `PUT` apply: with `If-Match`, the response is 412 if the record has another
     *     version, and 422 names values that today's rules refuse. Some fields are skipped: those that only an admin can change,
     *     deleted images and categories, and fields that no longer exist. `skipped` has them with the reason. A restore never sets
     *     the badge of a place; a verified place loses it if its names, position or categories change.
     *
     *     API tokens need the scope of the record: `places:write` or `articles:write` or `categories:write`.
     */
    post: operations["restoreRevision"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface webhooks {
  "article.delete": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A article is no longer public.
     * @description Headers and signature follow Standard Webhooks. Respond with 2xx within 10 seconds. Other responses are repeated over three days; 410 ends the webhook.
     */
    post: {
      parameters: {
        query?: never;
        header: {
          /** @description The id of the message. It is the same when a failed attempt is repeated, unless the record has changed meanwhile. */
          "webhook-id": string;
          /** @description The time of this attempt, in seconds since 1970. */
          "webhook-timestamp": string;
          /** @description Signatures, separated by blanks: `v1,` and the Base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with the secret. While a secret is rotated there are two. */
          "webhook-signature": string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": {
            data: {
              /** @description The id of the record. */
              id: string;
              /** @constant */
              kind: "article";
            };
            /** @description The id of the record, as in the change feed: of a page its name, of the settings `1`. Empty in a test. */
            id: string;
            /** @description The time of the change. */
            timestamp: components["schemas"]["Moment"];
            /** @constant */
            type: "article.delete";
          };
        };
      };
      responses: {
        /** @description The webhook ends: it is disabled. */
        410: {
          headers: {
            [name: string]: unknown;
          };
          content?: never;
        };
        /** @description The event was received. */
        "2XX": {
          headers: {
            [name: string]: unknown;
          };
          content?: never;
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "article.upsert": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A article became public or changed.
     * @description Headers and signature follow Standard Webhooks. Respond with 2xx within 10 seconds. Other responses are repeated over three days; 410 ends the webhook.
     */
    post: {
      parameters: {
        query?: never;
        header: {
          /** @description The id of the message. It is the same when a failed attempt is repeated, unless the record has changed meanwhile. */
          "webhook-id": string;
          /** @description The time of this attempt, in seconds since 1970. */
          "webhook-timestamp": string;
          /** @description Signatures, separated by blanks: `v1,` and the Base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with the secret. While a secret is rotated there are two. */
          "webhook-signature": string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": {
            data: components["schemas"]["ArticleResponse"];
            /** @description The id of the record, as in the change feed: of a page its name, of the settings `1`. Empty in a test. */
            id: string;
            /** @description The time of the change. */
            timestamp: components["schemas"]["Moment"];
            /** @constant */
            type: "article.upsert";
          };
        };
      };
      responses: {
        /** @description The webhook ends: it is disabled. */
        410: {
          headers: {
            [name: string]: unknown;
          };
          content?: never;
        };
        /** @description The event was received. */
        "2XX": {
          headers: {
            [name: string]: unknown;
          };
          content?: never;
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "category.delete": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A category is no longer public.
     * @description Headers and signature follow Standard Webhooks. Respond with 2xx within 10 seconds. Other responses are repeated over three days; 410 ends the webhook.
     */
    post: {
      parameters: {
        query?: never;
        header: {
          /** @description The id of the message. It is the same when a failed attempt is repeated, unless the record has changed meanwhile. */
          "webhook-id": string;
          /** @description The time of this attempt, in seconds since 1970. */
          "webhook-timestamp": string;
          /** @description Signatures, separated by blanks: `v1,` and the Base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with the secret. While a secret is rotated there are two. */
          "webhook-signature": string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": {
            data: {
              /** @description The id of the record. */
              id: string;
              /** @constant */
              kind: "category";
            };
            /** @description The id of the record, as in the change feed: of a page its name, of the settings `1`. Empty in a test. */
            id: string;
            /** @description The time of the change. */
            timestamp: components["schemas"]["Moment"];
            /** @constant */
            type: "category.delete";
          };
        };
      };
      responses: {
        /** @description The webhook ends: it is disabled. */
        410: {
          headers: {
            [name: string]: unknown;
          };
          content?: never;
        };
        /** @description The event was received. */
        "2XX": {
          headers: {
            [name: string]: unknown;
          };
          content?: never;
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "category.upsert": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A category became public or changed.
     * @description Headers and signature follow Standard Webhooks. Respond with 2xx within 10 seconds. Other responses are repeated over three days; 410 ends the webhook.
     */
    post: {
      parameters: {
        query?: never;
        header: {
          /** @description The id of the message. It is the same when a failed attempt is repeated, unless the record has changed meanwhile. */
          "webhook-id": string;
          /** @description The time of this attempt, in seconds since 1970. */
          "webhook-timestamp": string;
          /** @description Signatures, separated by blanks: `v1,` and the Base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with the secret. While a secret is rotated there are two. */
          "webhook-signature": string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": {
            data: components["schemas"]["CategoryResponse"];
            /** @description The id of the record, as in the change feed: of a page its name, of the settings `1`. Empty in a test. */
            id: string;
            /** @description The time of the change. */
            timestamp: components["schemas"]["Moment"];
            /** @constant */
            type: "category.upsert";
          };
        };
      };
      responses: {
        /** @description The webhook ends: it is disabled. */
        410: {
          headers: {
            [name: string]: unknown;
          };
          content?: never;
        };
        /** @description The event was received. */
        "2XX": {
          headers: {
            [name: string]: unknown;
          };
          content?: never;
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "page.upsert": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A page became public or changed.
     * @description Headers and signature follow Standard Webhooks. Respond with 2xx within 10 seconds. Other responses are repeated over three days; 410 ends the webhook.
     */
    post: {
      parameters: {
        query?: never;
        header: {
          /** @description The id of the message. It is the same when a failed attempt is repeated, unless the record has changed meanwhile. */
          "webhook-id": string;
          /** @description The time of this attempt, in seconds since 1970. */
          "webhook-timestamp": string;
          /** @description Signatures, separated by blanks: `v1,` and the Base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with the secret. While a secret is rotated there are two. */
          "webhook-signature": string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": {
            data:
              | components["schemas"]["PageResponse_GettingHere"]
              | components["schemas"]["PageResponse_About"]
              | components["schemas"]["PageResponse_Help"]
              | components["schemas"]["PageResponse_Privacy"];
            /** @description The id of the record, as in the change feed: of a page its name, of the settings `1`. Empty in a test. */
            id: string;
            /** @description The time of the change. */
            timestamp: components["schemas"]["Moment"];
            /** @constant */
            type: "page.upsert";
          };
        };
      };
      responses: {
        /** @description The webhook ends: it is disabled. */
        410: {
          headers: {
            [name: string]: unknown;
          };
          content?: never;
        };
        /** @description The event was received. */
        "2XX": {
          headers: {
            [name: string]: unknown;
          };
          content?: never;
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "place.delete": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A place is no longer public.
     * @description Headers and signature follow Standard Webhooks. Respond with 2xx within 10 seconds. Other responses are repeated over three days; 410 ends the webhook.
     */
    post: {
      parameters: {
        query?: never;
        header: {
          /** @description The id of the message. It is the same when a failed attempt is repeated, unless the record has changed meanwhile. */
          "webhook-id": string;
          /** @description The time of this attempt, in seconds since 1970. */
          "webhook-timestamp": string;
          /** @description Signatures, separated by blanks: `v1,` and the Base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with the secret. While a secret is rotated there are two. */
          "webhook-signature": string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": {
            data: {
              /** @description The id of the record. */
              id: string;
              /** @constant */
              kind: "place";
            };
            /** @description The id of the record, as in the change feed: of a page its name, of the settings `1`. Empty in a test. */
            id: string;
            /** @description The time of the change. */
            timestamp: components["schemas"]["Moment"];
            /** @constant */
            type: "place.delete";
          };
        };
      };
      responses: {
        /** @description The webhook ends: it is disabled. */
        410: {
          headers: {
            [name: string]: unknown;
          };
          content?: never;
        };
        /** @description The event was received. */
        "2XX": {
          headers: {
            [name: string]: unknown;
          };
          content?: never;
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "place.upsert": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A place became public or changed.
     * @description Headers and signature follow Standard Webhooks. Respond with 2xx within 10 seconds. Other responses are repeated over three days; 410 ends the webhook.
     */
    post: {
      parameters: {
        query?: never;
        header: {
          /** @description The id of the message. It is the same when a failed attempt is repeated, unless the record has changed meanwhile. */
          "webhook-id": string;
          /** @description The time of this attempt, in seconds since 1970. */
          "webhook-timestamp": string;
          /** @description Signatures, separated by blanks: `v1,` and the Base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with the secret. While a secret is rotated there are two. */
          "webhook-signature": string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": {
            data: components["schemas"]["PlaceResponse"];
            /** @description The id of the record, as in the change feed: of a page its name, of the settings `1`. Empty in a test. */
            id: string;
            /** @description The time of the change. */
            timestamp: components["schemas"]["Moment"];
            /** @constant */
            type: "place.upsert";
          };
        };
      };
      responses: {
        /** @description The webhook ends: it is disabled. */
        410: {
          headers: {
            [name: string]: unknown;
          };
          content?: never;
        };
        /** @description The event was received. */
        "2XX": {
          headers: {
            [name: string]: unknown;
          };
          content?: never;
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "settings.upsert": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A settings became public or changed.
     * @description Headers and signature follow Standard Webhooks. Respond with 2xx within 10 seconds. Other responses are repeated over three days; 410 ends the webhook.
     */
    post: {
      parameters: {
        query?: never;
        header: {
          /** @description The id of the message. It is the same when a failed attempt is repeated, unless the record has changed meanwhile. */
          "webhook-id": string;
          /** @description The time of this attempt, in seconds since 1970. */
          "webhook-timestamp": string;
          /** @description Signatures, separated by blanks: `v1,` and the Base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with the secret. While a secret is rotated there are two. */
          "webhook-signature": string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": {
            data: components["schemas"]["SettingsResponse"];
            /** @description The id of the record, as in the change feed: of a page its name, of the settings `1`. Empty in a test. */
            id: string;
            /** @description The time of the change. */
            timestamp: components["schemas"]["Moment"];
            /** @constant */
            type: "settings.upsert";
          };
        };
      };
      responses: {
        /** @description The webhook ends: it is disabled. */
        410: {
          headers: {
            [name: string]: unknown;
          };
          content?: never;
        };
        /** @description The event was received. */
        "2XX": {
          headers: {
            [name: string]: unknown;
          };
          content?: never;
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  test: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A test, which the console or `testWebhook` sends.
     * @description Headers and signature follow Standard Webhooks. Respond with 2xx within 10 seconds. Other responses are repeated over three days; 410 ends the webhook.
     */
    post: {
      parameters: {
        query?: never;
        header: {
          /** @description The id of the message. It is the same when a failed attempt is repeated, unless the record has changed meanwhile. */
          "webhook-id": string;
          /** @description The time of this attempt, in seconds since 1970. */
          "webhook-timestamp": string;
          /** @description Signatures, separated by blanks: `v1,` and the Base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with the secret. While a secret is rotated there are two. */
          "webhook-signature": string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": {
            data: Record<string, never>;
            /** @description The id of the record, as in the change feed: of a page its name, of the settings `1`. Empty in a test. */
            id: string;
            /** @description The time of the change. */
            timestamp: components["schemas"]["Moment"];
            /** @constant */
            type: "test";
          };
        };
      };
      responses: {
        /** @description The webhook ends: it is disabled. */
        410: {
          headers: {
            [name: string]: unknown;
          };
          content?: never;
        };
        /** @description The event was received. */
        "2XX": {
          headers: {
            [name: string]: unknown;
          };
          content?: never;
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface components {
  schemas: {
    /** @description The About page: who makes the guide, and why. */
    About: {
      /** @description The plans for the guide. */
      future: components["schemas"]["Passage"];
      /**
       * @description The introduction under the heading; blank for none.
       * @example Made by people who live here.
       */
      intro: string;
      /** @description The purpose of the guide. */
      mission: components["schemas"]["Passage"];
      /** @description The history of the guide. */
      story: components["schemas"]["Passage"];
      /**
       * @description The heading.
       * @example About {brand}
       */
      title: string;
      /** @description The values of the team. */
      values: components["schemas"]["Passage"][];
    };
    /**
     * @description The About page.
     * @example {
     *       "future": {
     *         "paragraphs": [
     *           "{brand} in more languages."
     *         ],
     *         "title": "What comes next"
     *       }
     *     }
     */
    AboutChanges: {
      /** @description The plans for the guide. */
      future?: {
        /** @description The paragraphs. */
        paragraphs: string[];
        /** @description The heading. */
        title: string;
      };
      /** @description The introduction under the heading; blank for none. */
      intro?: string;
      /** @description The purpose of the guide. */
      mission?: {
        /** @description The paragraphs. */
        paragraphs: string[];
        /** @description The heading. */
        title: string;
      };
      /** @description The history of the guide. */
      story?: {
        /** @description The paragraphs. */
        paragraphs: string[];
        /** @description The heading. */
        title: string;
      };
      /** @description The heading. */
      title?: string;
      /** @description Ignored. */
      readonly updatedAt?: unknown;
      /** @description The values of the team. */
      values?: {
        /** @description The paragraphs. */
        paragraphs: string[];
        /** @description The heading. */
        title: string;
      }[];
      /** @description Ignored; send `If-Match` to check the version. */
      readonly version?: unknown;
    };
    /** @description The password, or the code from the email if the account has no password. */
    AccountDeletionRequest: {
      /**
       * @description The code that `requestDeletionCode` sent, for accounts without a password.
       * @example 30 41 59 26
       */
      code?: string | null;
      /**
       * @description The password of the account.
       * @example seven-lanterns
       */
      currentPassword?: string | null;
    };
    /**
     * @description The permanent id of an account, assigned by `cms`. It is not the id at an identity provider.
     * @example 0198c6a1f0e27d4cb1a29c1e5a7d3f10
     */
    AccountId: string;
    /** @description An account, as its user sees it. */
    AccountResponse: {
      /**
       * @description The first and the last name, separated by a space.
       * @example Linh Tran
       */
      displayName: string;
      /**
       * @description The email address, in lower case.
       * @example linh@example.org
       */
      email: string;
      /**
       * @description The given name; may be empty.
       * @example Linh
       */
      firstName: string;
      /** @description Whether the account is active. A deactivated account is signed out with its next request. */
      isActive: boolean;
      /**
       * @description The family name; may be empty.
       * @example Tran
       */
      lastName: string;
      /** @description The URL of an image; null for none. */
      photoURL: string | null;
      /** @description The role of the account. */
      role: components["schemas"]["Role"];
      /**
       * @description The permanent id of the account.
       * @example 0198c6a1f0e27d4cb1a29c1e5a7d3f10
       */
      uid: string;
    };
    /** @description A comment as moderators see it. */
    AdminCommentResponse: {
      /**
       * @description The email address of the author's account.
       * @example minh@example.org
       */
      authorEmail: string | null;
      authorId: components["schemas"]["AccountId"] | null;
      /**
       * @description The full name of the author.
       * @example Minh Lê
       */
      authorName: string;
      /**
       * @description The text of the comment, plain text.
       * @example We were there in May, too.
       */
      comment: string;
      /** @description The time of creation. */
      createdAt: components["schemas"]["Moment"];
      /** @description The entry that the comment belongs to. */
      entryId: components["schemas"]["EntryId"];
      /**
       * @description The first 100 characters of that entry.
       * @example The boat slid into the dark and nobody spoke.
       */
      entryMessage: string;
      /** @description The id of the comment. */
      id: components["schemas"]["CommentId"];
      moderatedAt: components["schemas"]["Moment"] | null;
      /** @description The moderation note. */
      notes: string | null;
      parentCommentId: components["schemas"]["CommentId"] | null;
      /** @description The reasons for the spam score. */
      spamReasons: components["schemas"]["SpamReason"][];
      /**
       * Format: int64
       * @description The spam score, 0 to 100.
       * @example 45
       */
      spamScore: number;
      /** @description The moderation status. */
      status: components["schemas"]["Status"];
    };
    /** @description A guestbook entry that an admin creates. It is public at once. */
    AdminEntryRequest: {
      /**
       * @description The full name of the author; readers see the first name and the last initial.
       * @example Linh Trần
       */
      authorName: string;
      /** @description The latitude in degrees (WGS 84); a numeric string is accepted. */
      latitude?: number | string | null;
      /**
       * @description The location, in words or as the URL of a map.
       * @example Lantern Bay boat station
       */
      location?: string | null;
      /** @description The longitude in degrees (WGS 84); a numeric string is accepted. */
      longitude?: number | string | null;
      /**
       * @description The text of the entry, plain text.
       * @example The boat slid into the dark and nobody spoke.
       */
      message: string;
      /**
       * @description Where the author is from.
       * @example Vietnam
       */
      nationality?: string | null;
      /**
       * @description The rating from 1 to 5, a whole number; a numeric string is accepted.
       * @example 5
       */
      rating?: number | string | null;
      /**
       * @description The place that the entry is about; null for none.
       * @example 7
       */
      relatedPlaceId?: number | null;
      /**
       * @description The status, always `approved`.
       * @default approved
       * @enum {string}
       */
      status?: "approved";
    };
    /** @description A guestbook entry as moderators see it. */
    AdminEntryResponse: {
      /**
       * @description The email address of the author's account.
       * @example linh@example.org
       */
      authorEmail: string | null;
      authorId: components["schemas"]["AccountId"] | null;
      /**
       * @description The full name of the author.
       * @example Linh Trần
       */
      authorName: string;
      canUndoUntil: components["schemas"]["Moment"] | null;
      /**
       * Format: int64
       * @description The number of comments of any status.
       * @example 2
       */
      commentCount: number;
      /** @description The comments of any status, oldest first, at most 100. */
      comments: components["schemas"]["AdminCommentResponse"][];
      /** @description The time of creation. */
      createdAt: components["schemas"]["Moment"];
      /** @description The id of the entry. */
      id: components["schemas"]["EntryId"];
      /** @description Whether the caller is the author. */
      isOwn: boolean;
      /**
       * Format: double
       * @description The latitude in degrees (WGS 84).
       * @example 16.58137
       */
      latitude: number | null;
      /**
       * @description The location, in words or as the URL of a map.
       * @example Lantern Bay boat station
       */
      location: string | null;
      /**
       * Format: double
       * @description The longitude in degrees (WGS 84).
       * @example 107.28308
       */
      longitude: number | null;
      /**
       * @description The text of the entry, plain text.
       * @example The boat slid into the dark and nobody spoke.
       */
      message: string;
      moderatedAt: components["schemas"]["Moment"] | null;
      /**
       * @description Where the author is from.
       * @example Vietnam
       */
      nationality: string | null;
      /** @description The moderation note. */
      notes: string | null;
      /** @description The images. While the entry is not public, only its author and admins can load the files, with an access token. */
      pictures: components["schemas"]["ImageResponse"][];
      /**
       * Format: int64
       * @description The rating from 1 to 5, a whole number; null if there is none.
       * @example 5
       */
      rating: number | null;
      relatedPlace: components["schemas"]["EntryPlace"] | null;
      relatedPlaceId: components["schemas"]["PlaceId"] | null;
      /** @description The reasons for the spam score. */
      spamReasons: components["schemas"]["SpamReason"][];
      /**
       * Format: int64
       * @description The spam score, 0 to 100.
       * @example 15
       */
      spamScore: number;
      /** @description The moderation status. */
      status: components["schemas"]["Status"];
      /** @description The time of the last change. */
      updatedAt: components["schemas"]["Moment"];
      /**
       * Format: int64
       * @description The version number; each change increments it. `If-Match` compares it.
       * @example 1
       */
      version: number;
    };
    /** @description An API token, without its secret. */
    ApiTokenItem: {
      /**
       * @description The categories of the places that the token reaches; null for all.
       * @example [
       *       3
       *     ]
       */
      categoryIds: number[] | null;
      /** @description The time of creation. */
      createdAt: components["schemas"]["Moment"];
      /** @description The time from which on the token is not valid any more. */
      expiresAt: components["schemas"]["Moment"];
      /**
       * @description The last four characters of the token.
       * @example 7Qx2
       */
      hint: string;
      /**
       * Format: int64
       * @description The id of the token.
       * @example 3
       */
      id: number;
      /**
       * @description The client address of that use.
       * @example 203.0.113.7
       */
      lastUsedAddress: string | null;
      lastUsedAt: components["schemas"]["Moment"] | null;
      /**
       * @description The name that its owner gave it.
       * @example Nightly import
       */
      name: string;
      /** @description Whether the token reaches only places of its account. */
      ownPlacesOnly: boolean;
      revokedAt: components["schemas"]["Moment"] | null;
      /** @description What the token may do, within the role of its account. */
      scopes: components["schemas"]["TokenScope"][];
    };
    /**
     * @description An API token to create. The password confirms it, or a code if the account has a second factor.
     * @example {
     *       "expiresInDays": 90,
     *       "name": "Nightly import",
     *       "password": "seven-lanterns",
     *       "scopes": [
     *         "read",
     *         "places:write"
     *       ]
     *     }
     */
    ApiTokenRequest: {
      /** @description Limits the token to places of these categories; null for no limit. */
      categoryIds?: number[] | null;
      /**
       * @description The six-digit code of the authenticator app, or a recovery code.
       * @example 081804
       */
      code?: string | null;
      /**
       * @description The number of days until the token expires.
       * @example 90
       */
      expiresInDays: number;
      /**
       * @description A name by which its owner recognizes the token.
       * @example Nightly import
       */
      name: string;
      /** @description Whether the token reaches only places of its owner. */
      ownPlacesOnly?: boolean | null;
      /** @description The password of the account, unless it has a second factor or no password. */
      password?: string | null;
      /**
       * @description What the token may do.
       * @example [
       *       "read",
       *       "places:write"
       *     ]
       */
      scopes: (
        | "read"
        | "places:write"
        | "articles:write"
        | "categories:write"
        | "guestbook:moderate"
        | "media:write"
        | "drafts:write"
        | "webhooks:manage"
      )[];
    };
    /** @description An article. The length of text is counted in code points after normalization to NFC; blank optional text becomes null. */
    ArticleChanges: {
      /**
       * @description The name of the author.
       * @example Linh Tran
       */
      author?: string;
      /**
       * @description The content as HTML. Parts that are not allowed are removed when the article is saved.
       * @example <h2>By boat</h2><p>Boats leave from the wharf.</p>
       */
      contentHtml?: string;
      /** @description Ignored. */
      readonly createdAt?: unknown;
      /**
       * Format: http-url
       * @description The URL of the article, or of more about its subject, on another site.
       */
      externalUrl?: string | null;
      /** @description The id in the URL, if it is sent. */
      id?: number;
      /**
       * @description Whether the article may be public.
       * @default true
       */
      isActive?: boolean;
      /**
       * @description Whether the article is one of the featured guides.
       * @default false
       */
      isFeatured?: boolean;
      /**
       * @description The latitude of the article's subject in degrees (WGS 84); a numeric string is accepted.
       * @example 16.58137
       */
      latitude?: number | string;
      /** @description Ignored. */
      readonly liveSince?: unknown;
      /**
       * @description The longitude of the article's subject in degrees (WGS 84); a numeric string is accepted.
       * @example 107.28308
       */
      longitude?: number | string;
      /**
       * Format: image-url
       * @description The main image: a path on this site (`/…`) or an http(s) URL.
       */
      mainImageUrl?: string | null;
      /** @description GeoJSON (RFC 7946) of at most 64 kB that the map of the article draws. */
      mapOverlay?: {
        [key: string]: unknown;
      } | null;
      /** @description Ignored. */
      readonly pictures?: unknown;
      /**
       * @description The time from which the article is public (RFC 3339). With a time in the future it is scheduled.
       * @example 2026-11-21T08:00:00.000Z
       */
      publicationDate?: string;
      /** @description The slug of the article. Made from the title if it is not sent; the former slug redirects. */
      slug?: string;
      /** @description The sources of the facts in the article. */
      sources?: string[];
      /** @description Ignored. */
      readonly standing?: unknown;
      /**
       * @description The summary, plain text.
       * @example From a boat ride to a week in the forest.
       */
      summary?: string;
      /** @description The topics. */
      tags?: string[];
      /**
       * @description The title.
       * @example A day on the river
       */
      title?: string;
      /** @description When the article stops being public, a time in the future; null if it stays public. */
      unpublishAt?: string | null;
      /** @description Ignored. */
      readonly updatedAt?: unknown;
      /** @description Ignored. */
      readonly uuid?: unknown;
      /** @description Ignored; send `If-Match` to check the version. */
      readonly version?: unknown;
    };
    /** @description All public articles as open data. */
    ArticleDataset: {
      /** @description The articles, ordered by id. */
      articles: components["schemas"]["OpenArticle"][];
      /**
       * @description The attribution to show wherever the data is used.
       * @example © OpenStreetMap contributors
       */
      attribution: string;
      /**
       * @description The SPDX identifier of the license.
       * @example ODbL-1.0
       */
      license: string;
      /**
       * @description The URL of the license.
       * @example https://opendatacommons.org/licenses/odbl/1-0/
       */
      licenseUrl: string;
    };
    /** @description An article with only the fields that `fields` requested. */
    ArticleFields: {
      /**
       * @description The name of the author.
       * @example Linh Tran
       */
      author?: string;
      /**
       * @description The content as HTML, sanitized by the server: headings, lists, tables, figures, images, quotes, code and links,
       *     without active content.
       * @example <h2>By boat</h2><p>Boats leave from the wharf.</p>
       */
      contentHtml?: string;
      /** @description The time of creation. */
      createdAt?: components["schemas"]["Moment"];
      /** @description The URL of the article, or of more about its subject, on another site. */
      externalUrl?: string | null;
      /** @description The id of the article. */
      id?: components["schemas"]["ArticleId"];
      /** @description Whether the article may be public. Inactive articles are visible only to admins. */
      isActive?: boolean;
      /** @description Whether the article is one of the featured guides. */
      isFeatured?: boolean;
      /**
       * Format: double
       * @description The latitude of the article's subject in degrees (WGS 84).
       * @example 16.58137
       */
      latitude?: number;
      liveSince?: components["schemas"]["Moment"] | null;
      /**
       * Format: double
       * @description The longitude of the article's subject in degrees (WGS 84).
       * @example 107.28308
       */
      longitude?: number;
      /** @description The main image: a path on this site (`/…`) or an http(s) URL. */
      mainImageUrl?: string | null;
      /** @description GeoJSON (RFC 7946) that the map of the article draws: a route, an area. */
      mapOverlay?: {
        [key: string]: unknown;
      } | null;
      /** @description The images of `mainImageUrl` and `contentHtml` that this guide stores, each once, in order. */
      pictures?: components["schemas"]["ImageResponse"][];
      /** @description The time from which the article is public, past or future. */
      publicationDate?: components["schemas"]["Moment"];
      /**
       * @description The slug of the article; its page is `/inspiration/{id}-{slug}`.
       * @example a-day-on-the-river
       */
      slug?: string;
      /**
       * @description The sources of the facts in the article.
       * @example [
       *       "The park's map of 2023"
       *     ]
       */
      sources?: string[];
      standing?: components["schemas"]["Standing"] | null;
      /**
       * @description The summary, plain text.
       * @example From a boat ride to a week in the forest.
       */
      summary?: string;
      /**
       * @description The topics.
       * @example [
       *       "cave",
       *       "planning"
       *     ]
       */
      tags?: string[];
      /**
       * @description The title, plain text.
       * @example A day on the river
       */
      title?: string;
      unpublishAt?: components["schemas"]["Moment"] | null;
      /** @description The time of the last change. */
      updatedAt?: components["schemas"]["Moment"];
      /**
       * @description The permanent id in feeds, as `urn:uuid:…`. Blank for a moment while a server of an older version is running as
       *     well.
       * @example 0198c6a1-f0e2-7d4c-b1a2-9c1e5a7d3f10
       */
      uuid?: string;
      /**
       * Format: int64
       * @description The version number; each change increments it. `If-Match` compares it.
       * @example 3
       */
      version?: number;
      /** @description Warnings about the saved values; only in responses to a change. */
      warnings?: components["schemas"]["Warning"][];
    };
    /**
     * Format: int64
     * @description The id of an article; never reused after a deletion.
     * @example 7
     */
    ArticleId: number;
    /** @description A complete article, or only the fields that `fields` requested. */
    ArticleItem: components["schemas"]["ArticleResponse"] | components["schemas"]["ArticleFields"];
    /** @description An article. The length of text is counted in code points after normalization to NFC; blank optional text becomes null. */
    ArticleRequest: {
      /**
       * @description The name of the author.
       * @example Linh Tran
       */
      author: string;
      /**
       * @description The content as HTML. Parts that are not allowed are removed when the article is saved.
       * @example <h2>By boat</h2><p>Boats leave from the wharf.</p>
       */
      contentHtml: string;
      /** @description Ignored. */
      readonly createdAt?: unknown;
      /**
       * Format: http-url
       * @description The URL of the article, or of more about its subject, on another site.
       */
      externalUrl?: string | null;
      /** @description The id in the URL, if it is sent. */
      id?: number;
      /**
       * @description Whether the article may be public.
       * @default true
       */
      isActive?: boolean;
      /**
       * @description Whether the article is one of the featured guides.
       * @default false
       */
      isFeatured?: boolean;
      /**
       * @description The latitude of the article's subject in degrees (WGS 84); a numeric string is accepted.
       * @example 16.58137
       */
      latitude: number | string;
      /** @description Ignored. */
      readonly liveSince?: unknown;
      /**
       * @description The longitude of the article's subject in degrees (WGS 84); a numeric string is accepted.
       * @example 107.28308
       */
      longitude: number | string;
      /**
       * Format: image-url
       * @description The main image: a path on this site (`/…`) or an http(s) URL.
       */
      mainImageUrl?: string | null;
      /** @description GeoJSON (RFC 7946) of at most 64 kB that the map of the article draws. */
      mapOverlay?: {
        [key: string]: unknown;
      } | null;
      /** @description Ignored. */
      readonly pictures?: unknown;
      /**
       * @description The time from which the article is public (RFC 3339). With a time in the future it is scheduled.
       * @example 2026-11-21T08:00:00.000Z
       */
      publicationDate: string;
      /** @description The slug of the article. Made from the title if it is not sent; the former slug redirects. */
      slug?: string;
      /** @description The sources of the facts in the article. */
      sources?: string[];
      /** @description Ignored. */
      readonly standing?: unknown;
      /**
       * @description The summary, plain text.
       * @example From a boat ride to a week in the forest.
       */
      summary: string;
      /** @description The topics. */
      tags?: string[];
      /**
       * @description The title.
       * @example A day on the river
       */
      title: string;
      /** @description When the article stops being public, a time in the future; null if it stays public. */
      unpublishAt?: string | null;
      /** @description Ignored. */
      readonly updatedAt?: unknown;
      /** @description Ignored. */
      readonly uuid?: unknown;
      /** @description Ignored; send `If-Match` to check the version. */
      readonly version?: unknown;
    };
    /** @description An article. */
    ArticleResponse: {
      /**
       * @description The name of the author.
       * @example Linh Tran
       */
      author: string;
      /**
       * @description The content as HTML, sanitized by the server: headings, lists, tables, figures, images, quotes, code and links,
       *     without active content.
       * @example <h2>By boat</h2><p>Boats leave from the wharf.</p>
       */
      contentHtml: string;
      /** @description The time of creation. */
      createdAt: components["schemas"]["Moment"];
      /** @description The URL of the article, or of more about its subject, on another site. */
      externalUrl: string | null;
      /** @description The id of the article. */
      id: components["schemas"]["ArticleId"];
      /** @description Whether the article may be public. Inactive articles are visible only to admins. */
      isActive: boolean;
      /** @description Whether the article is one of the featured guides. */
      isFeatured: boolean;
      /**
       * Format: double
       * @description The latitude of the article's subject in degrees (WGS 84).
       * @example 16.58137
       */
      latitude: number;
      liveSince: components["schemas"]["Moment"] | null;
      /**
       * Format: double
       * @description The longitude of the article's subject in degrees (WGS 84).
       * @example 107.28308
       */
      longitude: number;
      /** @description The main image: a path on this site (`/…`) or an http(s) URL. */
      mainImageUrl: string | null;
      /** @description GeoJSON (RFC 7946) that the map of the article draws: a route, an area. */
      mapOverlay: {
        [key: string]: unknown;
      } | null;
      /** @description The images of `mainImageUrl` and `contentHtml` that this guide stores, each once, in order. */
      pictures: components["schemas"]["ImageResponse"][];
      /** @description The time from which the article is public, past or future. */
      publicationDate: components["schemas"]["Moment"];
      /**
       * @description The slug of the article; its page is `/inspiration/{id}-{slug}`.
       * @example a-day-on-the-river
       */
      slug: string;
      /**
       * @description The sources of the facts in the article.
       * @example [
       *       "The park's map of 2023"
       *     ]
       */
      sources: string[];
      standing: components["schemas"]["Standing"] | null;
      /**
       * @description The summary, plain text.
       * @example From a boat ride to a week in the forest.
       */
      summary: string;
      /**
       * @description The topics.
       * @example [
       *       "cave",
       *       "planning"
       *     ]
       */
      tags: string[];
      /**
       * @description The title, plain text.
       * @example A day on the river
       */
      title: string;
      unpublishAt: components["schemas"]["Moment"] | null;
      /** @description The time of the last change. */
      updatedAt: components["schemas"]["Moment"];
      /**
       * @description The permanent id in feeds, as `urn:uuid:…`. Blank for a moment while a server of an older version is running as
       *     well.
       * @example 0198c6a1-f0e2-7d4c-b1a2-9c1e5a7d3f10
       */
      uuid: string;
      /**
       * Format: int64
       * @description The version number; each change increments it. `If-Match` compares it.
       * @example 3
       */
      version: number;
      /** @description Warnings about the saved values; only in responses to a change. */
      warnings?: components["schemas"]["Warning"][];
    };
    /** @description An article in the trash, with the fields that identify it. */
    ArticleTrashItem: {
      /**
       * @description The name of the author.
       * @example Linh Tran
       */
      author: string;
      deletedAt: components["schemas"]["Moment"] | null;
      /** @description The id of the article. */
      id: components["schemas"]["ArticleId"];
      /** @description Whether the article becomes public again when it is restored, or at its publication date. */
      isActive: boolean;
      keptUntil: components["schemas"]["Moment"] | null;
      /** @description The publication date, past or future. */
      publicationDate: components["schemas"]["Moment"];
      /**
       * @description The title, plain text.
       * @example A day on the river
       */
      title: string;
    };
    /**
     * Format: int64
     * @description The id of an event of the audit log.
     * @example 7
     */
    AuditId: number;
    /** @description An event of the audit log. */
    AuditItem: {
      /**
       * @description The email address of the acting account at that time; null without an account, and once the account is deleted.
       * @example linh@example.org
       */
      accountEmail: string | null;
      accountId: components["schemas"]["AccountId"] | null;
      /**
       * @description The name of the acting account at that time; null without an account, and once the account is deleted.
       * @example Linh Tran
       */
      accountName: string | null;
      /**
       * @description The action: an `operationId` of this document, the name of a command such as `user password`, or of a scheduled
       *     action.
       * @example updatePlace
       */
      action: string;
      /**
       * @description The client address, `command line` for a command, or `the guide itself` for a scheduled action. Blank once the
       *     acting account is deleted.
       * @example 203.0.113.7
       */
      address: string;
      /**
       * @description The fields that differ, by their names in this document: old values in `before`, new values in `after`. Of a new record all fields that are not blank, only in `after`; of a deleted one, only in `before`. Null if there are none. Of values of more than 2,000 characters, only the part that differs is included.
       * @example {
       *       "name": "Lantern Cave"
       *     }
       */
      after: {
        [key: string]: unknown;
      } | null;
      /**
       * @description The fields that differ, by their names in this document: old values in `before`, new values in `after`. Of a new record all fields that are not blank, only in `after`; of a deleted one, only in `before`. Null if there are none. Of values of more than 2,000 characters, only the part that differs is included.
       * @example {
       *       "name": "Lantern Cave"
       *     }
       */
      before: {
        [key: string]: unknown;
      } | null;
      /** @description The time of the event. */
      createdAt: components["schemas"]["Moment"];
      /** @description The id of the event. */
      id: components["schemas"]["AuditId"];
      kind: components["schemas"]["AuditKind"] | null;
      /**
       * @description The request id, as in the `X-Request-Id` header of the response and in the server log. Blank without a request.
       * @example 0198c6a1f0e27d4c
       */
      requestId: string;
      /**
       * @description The id of the record. Null for the settings, which exist once, if the event is about no record, and for likes and
       *     enquiries of an account that is deleted.
       * @example 7
       */
      subjectId: string | null;
      /**
       * @description The name of the record at that time. Null if the event is about no record. For the account itself and for its
       *     texts, images, likes and enquiries, also null once the account is deleted.
       * @example Lantern Cave
       */
      subjectName: string | null;
      /**
       * Format: int64
       * @description The API token with which the account acted; null without one.
       * @example 3
       */
      tokenId: number | null;
      /**
       * @description The name of the API token at that time; null without one, and once the account is deleted.
       * @example Nightly import
       */
      tokenName: string | null;
    };
    /**
     * @description The kind of a record in the audit log.
     * @enum {string}
     */
    AuditKind:
      | "place"
      | "category"
      | "article"
      | "entry"
      | "comment"
      | "image"
      | "settings"
      | "page"
      | "message"
      | "enquiry"
      | "user"
      | "release"
      | "webhook";
    /**
     * @description How a place is booked.
     * @enum {string}
     */
    BookingType: "none" | "direct" | "affiliate";
    /** @description A change of many places. Fields that are not sent keep their values. */
    BulkChanges: {
      /** @description The categories to add to each place, after its other categories. */
      addCategoryIds?: number[];
      /** @description `true`: the places need not be verified again; their `recheckReason` is cleared. */
      dismissRecheck?: boolean;
      /**
       * @description The ids of the records; duplicates count once.
       * @example [
       *       7,
       *       12
       *     ]
       */
      ids: number[];
      /** @description Whether the places are public. */
      isActive?: boolean;
      /** @description Whether the places are featured on the home page and come first in lists. */
      isPremium?: boolean;
      /** @description Whether the team recommends the places. */
      isRecommended?: boolean;
      /** @description Whether the positions of the places were checked. `true` records a check by the caller. For places that are already verified, it does so at most once a day. */
      isVerified?: boolean;
      /** @description The categories to remove from each place. */
      removeCategoryIds?: number[];
    };
    /**
     * Format: int64
     * @description The id of a bulk change.
     * @example 7
     */
    BulkId: number;
    /**
     * @description One moderation decision on many entries or comments.
     * @example {
     *       "ids": [
     *         7,
     *         12
     *       ],
     *       "status": "approved"
     *     }
     */
    BulkModerationRequest: {
      /**
       * @description The ids of the records; duplicates count once.
       * @example [
       *       7,
       *       12
       *     ]
       */
      ids: number[];
      /**
       * @description The moderation decision.
       * @enum {string}
       */
      status: "approved" | "rejected" | "spam";
    };
    /** @description The result of a bulk change. */
    BulkResponse: {
      canUndoUntil: components["schemas"]["Moment"] | null;
      /**
       * @description The ids of the records that changed; the others already had the requested values.
       * @example [
       *       7,
       *       12
       *     ]
       */
      changedIds: number[];
      undoId: components["schemas"]["BulkId"] | null;
    };
    /** @description The result of undoing a bulk change. */
    BulkUndoResponse: {
      /**
       * @description The records that are not restored: they were changed or deleted after the bulk change, or a former category of a
       *     place no longer exists.
       */
      leftAlone: components["schemas"]["SkippedRecord"][];
      /**
       * @description The ids of the records that were restored to their previous state.
       * @example [
       *       7
       *     ]
       */
      restoredIds: number[];
    };
    /** @description A category. */
    CategoryChanges: {
      /** @description Further slugs of the category. */
      aliases?: string[];
      /**
       * @description The color of the map markers as `#rrggbb`; null for the default gray.
       * @example #78350F
       */
      color?: string | null;
      /** @description An emoji; null for none. */
      emoji?: string | null;
      /** @description The name of a Lucide icon, or `cave`; null for none. */
      icon?: string | null;
      /** @description The id in the URL, if it is sent. */
      id?: number;
      /**
       * @description The name of the category.
       * @example Caves
       */
      name?: string;
      /** @description Ignored. */
      readonly placeCount?: unknown;
      /**
       * @description The slug of the category. Made from the name if a new category is sent without it. After a change, the previous slug becomes an alias, so that links keep working.
       * @example cave
       */
      slug?: string;
      /** @description Ignored. */
      readonly updatedAt?: unknown;
      /** @description Ignored. */
      readonly version?: unknown;
    };
    /** @description All categories as open data. */
    CategoryDataset: {
      /**
       * @description The attribution to show wherever the data is used.
       * @example © OpenStreetMap contributors
       */
      attribution: string;
      /** @description The categories, ordered by id. */
      categories: components["schemas"]["OpenCategory"][];
      /**
       * @description The SPDX identifier of the license.
       * @example ODbL-1.0
       */
      license: string;
      /**
       * @description The URL of the license.
       * @example https://opendatacommons.org/licenses/odbl/1-0/
       */
      licenseUrl: string;
    };
    /**
     * Format: int64
     * @description The id of a category.
     * @example 7
     */
    CategoryId: number;
    /** @description A category of a place. */
    CategoryRef: {
      /**
       * @description The color of the map markers as `#rrggbb`; null for the default gray.
       * @example #78350F
       */
      color: string | null;
      /** @description An emoji; null for none. */
      emoji: string | null;
      /**
       * @description The name of a Lucide icon, or `cave`; null for none.
       * @example cave
       */
      icon: string | null;
      /** @description The id of the category. */
      id: components["schemas"]["CategoryId"];
      /**
       * @description The name of the category.
       * @example Caves
       */
      name: string;
      /**
       * @description The slug of the category.
       * @example cave
       */
      slug: string;
    };
    /** @description A category. */
    CategoryRequest: {
      /** @description Further slugs of the category. */
      aliases?: string[];
      /**
       * @description The color of the map markers as `#rrggbb`; null for the default gray.
       * @example #78350F
       */
      color?: string | null;
      /** @description An emoji; null for none. */
      emoji?: string | null;
      /** @description The name of a Lucide icon, or `cave`; null for none. */
      icon?: string | null;
      /** @description The id in the URL, if it is sent. */
      id?: number;
      /**
       * @description The name of the category.
       * @example Caves
       */
      name: string;
      /** @description Ignored. */
      readonly placeCount?: unknown;
      /**
       * @description The slug of the category. Made from the name if a new category is sent without it. After a change, the previous slug becomes an alias, so that links keep working.
       * @example cave
       */
      slug?: string;
      /** @description Ignored. */
      readonly updatedAt?: unknown;
      /** @description Ignored. */
      readonly version?: unknown;
    };
    /** @description A category. */
    CategoryResponse: {
      /**
       * @description Further slugs of the category. In filters, the plural or the singular of `slug` works as well (`caves` for `cave`),
       *     unless another category has it.
       * @example [
       *       "grotto"
       *     ]
       */
      aliases: string[];
      /**
       * @description The color of the map markers as `#rrggbb`; null for the default gray.
       * @example #78350F
       */
      color: string | null;
      /** @description An emoji; null for none. */
      emoji: string | null;
      /**
       * @description The name of a Lucide icon, or `cave`; null for none.
       * @example cave
       */
      icon: string | null;
      /** @description The id of the category. */
      id: components["schemas"]["CategoryId"];
      /**
       * @description The name of the category.
       * @example Caves
       */
      name: string;
      /**
       * Format: int64
       * @description The number of active places in the category.
       * @example 32
       */
      placeCount: number;
      /**
       * @description The slug of the category.
       * @example cave
       */
      slug: string;
      /** @description The time of the last change. */
      updatedAt: components["schemas"]["Moment"];
      /**
       * Format: int64
       * @description The version number; each change increments it. `If-Match` compares it.
       * @example 1
       */
      version: number;
    };
    /** @description A suggested category. */
    CategorySuggestion: {
      /** @description The id of the category. */
      id: components["schemas"]["CategoryId"];
      /**
       * @description The name of the category.
       * @example Caves
       */
      name: string;
      /**
       * @description The slug of the category.
       * @example cave
       */
      slug: string;
    };
    /** @description Changes of public records, oldest first. */
    ChangeFeed: {
      /** @description The changes. A record that changed several times is listed with its last change only. */
      changes: components["schemas"]["PublicChange"][];
      /**
       * @description The `since` of the next request. Store it together with what you make of these changes.
       * @example 0.118.120.place.7
       */
      cursor: string;
      /** @description Whether there are more changes already. */
      hasMore: boolean;
    };
    /**
     * @description What to do with a copy of a record.
     * @enum {string}
     */
    ChangeType: "upsert" | "delete";
    /** @description A city of departure. */
    City: {
      /**
       * Format: int64
       * @description The distance to the region by road, in kilometers.
       * @example 45
       */
      distanceKm: number;
      /**
       * @description The name of the city.
       * @example Hanoi
       */
      name: string;
      /** @description The transport options from the city. */
      options: components["schemas"]["TransportOption"][];
    };
    /**
     * Format: int64
     * @description The id of a comment.
     * @example 7
     */
    CommentId: number;
    /** @description A comment on a guestbook entry. */
    CommentResponse: {
      /**
       * @description The first name and the last initial of the author.
       * @example Minh L.
       */
      authorName: string;
      /**
       * @description The text of the comment, plain text.
       * @example We were there in May, too.
       */
      comment: string;
      /** @description The time of creation. */
      createdAt: components["schemas"]["Moment"];
      /** @description The id of the comment. */
      id: components["schemas"]["CommentId"];
      /** @description Whether the caller is the author. */
      isOwn: boolean;
      parentCommentId: components["schemas"]["CommentId"] | null;
      /** @description The status: `approved`, or `pending` for the author's own unreviewed comment. */
      status: components["schemas"]["Status"];
    };
    /**
     * @description How accurate the coordinates of a place are.
     * @enum {string}
     */
    Confidence: "surveyed" | "approximate" | "village-level";
    /**
     * @description A contact message to the team.
     * @example {
     *       "email": "linh@example.org",
     *       "message": "Is there a boat to the cave that takes twelve?",
     *       "name": "Linh Tran",
     *       "subject": "A boat for twelve",
     *       "type": "travel"
     *     }
     */
    ContactRequest: {
      /**
       * @description The time for which the form was open, in milliseconds.
       * @example 42000
       */
      elapsedMs?: number | null;
      /**
       * Format: deliverable-email
       * @description The email address; upper and lower case are equivalent.
       * @example linh@example.org
       */
      email: string;
      /** @description The honeypot: leave it blank. The form hides this field, and a value raises the spam score. */
      leaveBlank?: string | null;
      /**
       * @description The text of the message.
       * @example Is there a boat to the cave that takes twelve?
       */
      message: string;
      /**
       * @description The name of the sender.
       * @example Linh Tran
       */
      name: string;
      /**
       * @description The subject.
       * @example A boat for twelve
       */
      subject: string;
      /**
       * @description The topic.
       * @default general
       * @enum {string}
       */
      type?: "general" | "business" | "travel" | "technical" | "feedback";
    };
    /**
     * @description The ISO 3166-1 alpha-2 code of a country. Settings stored before this field existed use `VN`.
     * @example VN
     */
    Country: string;
    /** @description All active places as open data. */
    Dataset: {
      /**
       * @description The attribution to show wherever the data is used.
       * @example © OpenStreetMap contributors
       */
      attribution: string;
      /**
       * @description The SPDX identifier of the license.
       * @example ODbL-1.0
       */
      license: string;
      /**
       * @description The URL of the license.
       * @example https://opendatacommons.org/licenses/odbl/1-0/
       */
      licenseUrl: string;
      /** @description The places, ordered by id. */
      places: components["schemas"]["OpenPlace"][];
    };
    /**
     * Format: int64
     * @description The id of a delivery to a webhook.
     * @example 7
     */
    DeliveryId: number;
    /**
     * @description The state of a delivery.
     * @enum {string}
     */
    DeliveryState: "pending" | "delivered" | "failed";
    /**
     * @description Why the guide has disabled a webhook.
     * @enum {string}
     */
    DisabledReason: "gone" | "failing" | "restored";
    /** @description A draft: changes of a record that are saved and not public. */
    Draft: components["schemas"]["DraftItem"] & {
      /** @description The changed fields, as in an update of the record. */
      fields: Record<string, never>;
    };
    /** @description A draft in a list: who changes which record, and when it becomes public. */
    DraftItem: {
      accountId: components["schemas"]["AccountId"] | null;
      /**
       * @description The current name of that account; null once it is deleted and, for callers who are not admins, for other accounts.
       * @example Linh Tran
       */
      accountName: string | null;
      /**
       * Format: int64
       * @description The version of the record that the draft changes.
       * @example 5
       */
      baseVersion: number;
      /** @description The time at which the draft was begun. */
      createdAt: components["schemas"]["Moment"];
      /** @description The kind of the record. */
      kind: components["schemas"]["AuditKind"];
      /**
       * @description The name or title of the record as it is public.
       * @example Lantern Cave
       */
      name: string;
      /**
       * @description The code of the problem that prevented the publication at `publishAt`; null if there was none.
       * @example precondition_failed
       */
      problem: string | null;
      publishAt: components["schemas"]["Moment"] | null;
      /**
       * @description The id of the record; of a standing page its name, of the settings `1`.
       * @example 7
       */
      recordId: string;
      /**
       * Format: int64
       * @description The version that the record has now. If it is not `baseVersion`, the record was changed since: publishing is
       *     refused until the draft is saved with the new `baseVersion`.
       * @example 5
       */
      recordVersion: number;
      releaseId: components["schemas"]["ReleaseId"] | null;
      /**
       * @description The name of that release; null for callers who are not admins.
       * @example Hours during Tết
       */
      releaseName: string | null;
      releasePublishAt: components["schemas"]["Moment"] | null;
      /** @description The time of the last save. */
      updatedAt: components["schemas"]["Moment"];
      /**
       * Format: int64
       * @description The version of the draft; each save increases it. `If-Match` compares it.
       * @example 1795000000000
       */
      version: number;
    };
    /** @description A draft to save. It replaces the stored one as a whole. */
    DraftRequest: {
      /**
       * @description The version of the record that the draft changes.
       * @example 5
       */
      baseVersion: number;
      /** @description The changed fields, as in an update of the record. */
      fields: {
        [key: string]: unknown;
      };
      /**
       * @description When the draft is published automatically, a time in the future; null if it is not.
       * @example 2027-02-05T01:00:00Z
       */
      publishAt?: string | null;
    };
    /**
     * @description The delivery of the email to the place or its owner.
     * @enum {string}
     */
    EnquiryDelivery: "waiting" | "sent" | "failed" | "no_mail_server" | "no_address" | "spam";
    /**
     * Format: int64
     * @description The id of an enquiry.
     * @example 7
     */
    EnquiryId: number;
    /** @description The confirmation that an enquiry was received. */
    EnquiryReceipt: {
      /** @description The id of the enquiry. */
      id: components["schemas"]["EnquiryId"];
      /** @description The time at which the enquiry was received. */
      receivedAt: components["schemas"]["Moment"];
    };
    /**
     * @description An enquiry to a place.
     * @example {
     *       "arrival": "2027-03-14",
     *       "departure": "2027-03-16",
     *       "email": "linh@example.org",
     *       "message": "Is there a room for the four of us?",
     *       "name": "Linh Tran",
     *       "people": 4
     *     }
     */
    EnquiryRequest: {
      /**
       * @description The first day, as `YYYY-MM-DD`, not in the past; null if not given.
       * @example 2027-03-14
       */
      arrival?: string | null;
      /**
       * @description The last day, as `YYYY-MM-DD`, not in the past and not before `arrival`; null if not given.
       * @example 2027-03-16
       */
      departure?: string | null;
      /**
       * @description The time for which the form was open, in milliseconds.
       * @example 42000
       */
      elapsedMs?: number | null;
      /**
       * Format: deliverable-email
       * @description The email address; upper and lower case are equivalent.
       * @example linh@example.org
       */
      email: string;
      /** @description The honeypot: leave it blank. The form hides this field, and a value raises the spam score. */
      leaveBlank?: string | null;
      /**
       * @description The text of the enquiry.
       * @example Is there a room for the four of us?
       */
      message: string;
      /**
       * @description The name of the sender.
       * @example Linh Tran
       */
      name: string;
      /**
       * @description The number of people; null if not given.
       * @example 4
       */
      people?: number | null;
    };
    /** @description An enquiry, as admins and the owner of the place at that time see it. */
    EnquiryResponse: {
      /**
       * @description The first day, as `YYYY-MM-DD`; null if not given.
       * @example 2027-03-14
       */
      arrival: string | null;
      businessId: components["schemas"]["PlaceId"] | null;
      /**
       * @description The name of the place at that time.
       * @example Lantern Lodge
       */
      businessName: string;
      /** @description The time at which the enquiry was received. It is deleted 12 months later. */
      createdAt: components["schemas"]["Moment"];
      /** @description The delivery of the email. */
      delivery: components["schemas"]["EnquiryDelivery"];
      /** @description The reason why the email was not delivered, such as the reply of the mail server; null if there is none. */
      deliveryError: string | null;
      /**
       * @description The last day, as `YYYY-MM-DD`; null if not given.
       * @example 2027-03-16
       */
      departure: string | null;
      /**
       * @description The email address for the reply, in lower case.
       * @example linh@example.org
       */
      email: string;
      /** @description The id of the enquiry. */
      id: components["schemas"]["EnquiryId"];
      /**
       * @description The text of the enquiry.
       * @example Is there a room for the four of us?
       */
      message: string;
      /**
       * @description The name of the sender.
       * @example Linh Tran
       */
      name: string;
      /**
       * Format: int64
       * @description The number of people; null if not given.
       * @example 4
       */
      people: number | null;
      /**
       * @description The recipient of the email: the address of the place, otherwise that of its owner if the owner is active; null if
       *     there was neither.
       * @example stay@example.org
       */
      recipient: string | null;
      /** @description The reasons for the spam score. */
      spamReasons: components["schemas"]["SpamReason"][];
      /**
       * Format: int64
       * @description The spam score, 0 to 100.
       * @example 4
       */
      spamScore: number;
    };
    /** @description A change of an entry. Fields that are not sent keep their values. Blank optional text becomes null, and so does 0 as the rating or the place. */
    EntryChanges: {
      /**
       * @description The location, in words or as the URL of a map.
       * @example Lantern Bay boat station
       */
      location?: string | null;
      /**
       * @description The text of the entry, plain text.
       * @example The boat slid into the dark and nobody spoke.
       */
      message?: string;
      /**
       * @description Where the author is from.
       * @example Vietnam
       */
      nationality?: string | null;
      /**
       * @description The rating from 1 to 5, a whole number; a numeric string is accepted.
       * @example 5
       */
      rating?: number | string | null;
      /**
       * @description The place that the entry is about; null for none.
       * @example 7
       */
      relatedPlaceId?: number | null;
    };
    /** @description The number of entries of each status, and of pending comments. */
    EntryCounts: {
      /**
       * Format: int64
       * @description Approved entries.
       * @example 40
       */
      approved: number;
      /**
       * Format: int64
       * @description Pending comments.
       * @example 2
       */
      comments: number;
      /**
       * Format: int64
       * @description Pending entries.
       * @example 3
       */
      pending: number;
      /**
       * Format: int64
       * @description Rejected entries.
       * @example 1
       */
      rejected: number;
      /**
       * Format: int64
       * @description Entries filed as spam.
       * @example 5
       */
      spam: number;
    };
    /**
     * Format: int64
     * @description The id of a guestbook entry.
     * @example 7
     */
    EntryId: number;
    /** @description The place that an entry is about. */
    EntryPlace: {
      /** @description The id of the place. */
      id: components["schemas"]["PlaceId"];
      /**
       * @description The name of the place.
       * @example Lantern Cave
       */
      name: string;
      /**
       * @description The slug of the place.
       * @example lantern-cave
       */
      slug: string;
    };
    /** @description A guestbook entry. */
    EntryResponse: {
      /**
       * @description The first name and the last initial of the author.
       * @example Linh T.
       */
      authorName: string;
      /**
       * Format: int64
       * @description The number of comments visible to the caller.
       * @example 2
       */
      commentCount: number;
      /** @description The comments visible to the caller, oldest first, at most 100. */
      comments: components["schemas"]["CommentResponse"][];
      /** @description The time of creation. */
      createdAt: components["schemas"]["Moment"];
      /** @description The id of the entry. */
      id: components["schemas"]["EntryId"];
      /** @description Whether the caller is the author. */
      isOwn: boolean;
      /**
       * Format: double
       * @description The latitude in degrees (WGS 84).
       * @example 16.58137
       */
      latitude: number | null;
      /**
       * @description The location, in words or as the URL of a map.
       * @example Lantern Bay boat station
       */
      location: string | null;
      /**
       * Format: double
       * @description The longitude in degrees (WGS 84).
       * @example 107.28308
       */
      longitude: number | null;
      /**
       * @description The text of the entry, plain text.
       * @example The boat slid into the dark and nobody spoke.
       */
      message: string;
      /**
       * @description Where the author is from.
       * @example Vietnam
       */
      nationality: string | null;
      /** @description The images. While the entry is not public, only its author and admins can load the files, with an access token. */
      pictures: components["schemas"]["ImageResponse"][];
      /**
       * Format: int64
       * @description The rating from 1 to 5, a whole number; null if there is none.
       * @example 5
       */
      rating: number | null;
      relatedPlace: components["schemas"]["EntryPlace"] | null;
      relatedPlaceId: components["schemas"]["PlaceId"] | null;
      /** @description The status: `approved`, or `pending` for the author's own unreviewed entry. */
      status: components["schemas"]["Status"];
    };
    /**
     * @description The type of an event: the kind of a public record, and whether it is still public.
     * @enum {string}
     */
    EventType:
      | "place.upsert"
      | "place.delete"
      | "article.upsert"
      | "article.delete"
      | "category.upsert"
      | "category.delete"
      | "page.upsert"
      | "settings.upsert";
    /** @description The data of an account. It does not contain photos, moderation notes, spam scores, hashes or secrets. */
    ExportResponse: {
      /** @description The account. */
      account: components["schemas"]["ProfileResponse"];
      /** @description The actions of the account, as long as the audit log stores them. */
      actions: components["schemas"]["ExportedAction"][];
      /** @description The API tokens, without their secrets. */
      apiTokens: components["schemas"]["ApiTokenItem"][];
      /** @description The places that the account owns, without those in the trash. */
      businesses: components["schemas"]["ExportedPlace"][];
      /** @description The comments of the account, without those that a moderator deleted. */
      comments: components["schemas"]["ExportedComment"][];
      /** @description The emails to the account or its address: those that wait, and those of the last 30 days. */
      emails: components["schemas"]["ExportedEmail"][];
      /**
       * @description The enquiries that the account sent, as long as they are stored. If the email address of the account is verified,
       *     also those that were sent with it by others or without signing in.
       */
      enquiries: components["schemas"]["ExportedEnquiry"][];
      /** @description The guestbook entries of the account, without those that a moderator deleted. */
      entries: components["schemas"]["ExportedEntry"][];
      /** @description The time of the export. */
      exportedAt: components["schemas"]["Moment"];
      /** @description The linked federated identities. */
      federated: components["schemas"]["ExportedIdentity"][];
      /** @description The places that the account likes, without those that are not public. */
      likes: components["schemas"]["ExportedLike"][];
      /** @description The active sessions. */
      sessions: components["schemas"]["SessionItem"][];
      /** @description The time of the account's last change. */
      updatedAt: components["schemas"]["Moment"];
    };
    /** @description An action of the account in the audit log. */
    ExportedAction: {
      /**
       * @description The `operationId` of the call.
       * @example signIn
       */
      action: string;
      /**
       * @description The client address.
       * @example 203.0.113.7
       */
      address: string;
      /** @description The time of the action. */
      createdAt: components["schemas"]["Moment"];
    };
    /** @description A comment of the account. */
    ExportedComment: {
      /**
       * @description The text of the comment.
       * @example We were there in May, too.
       */
      comment: string;
      /** @description The time of creation. */
      createdAt: components["schemas"]["Moment"];
      /** @description The id of the guestbook entry. */
      entryId: components["schemas"]["EntryId"];
      /** @description The id of the comment. */
      id: components["schemas"]["CommentId"];
      /**
       * @description The status: `pending`, `approved` or `rejected`.
       * @example approved
       */
      status: string;
    };
    /** @description An email that was sent to the account. */
    ExportedEmail: {
      /** @description The time at which the email was queued. */
      createdAt: components["schemas"]["Moment"];
      /**
       * @description The kind of the email, such as `verify`, `reset`, `invite` or `entry_approved`.
       * @example verify
       */
      kind: string;
      /**
       * @description The email address of the recipient.
       * @example linh@example.org
       */
      recipient: string;
    };
    /** @description An enquiry that the account sent to a place. */
    ExportedEnquiry: {
      /**
       * @description The first day, as `YYYY-MM-DD`; null if not given.
       * @example 2027-03-14
       */
      arrival: string | null;
      /**
       * @description The name of the place at that time.
       * @example Lantern Lodge
       */
      businessName: string;
      /** @description The time at which the enquiry was sent. */
      createdAt: components["schemas"]["Moment"];
      /**
       * @description The last day, as `YYYY-MM-DD`; null if not given.
       * @example 2027-03-16
       */
      departure: string | null;
      /**
       * @description The email address for the reply.
       * @example linh@example.org
       */
      email: string;
      /** @description The id of the enquiry. */
      id: components["schemas"]["EnquiryId"];
      /**
       * @description The text of the enquiry.
       * @example Is there a room for the four of us?
       */
      message: string;
      /**
       * @description The name of the sender.
       * @example Linh Tran
       */
      name: string;
      /**
       * Format: int64
       * @description The number of people; null if not given.
       * @example 4
       */
      people: number | null;
    };
    /** @description A guestbook entry of the account. */
    ExportedEntry: {
      /** @description The time of creation. */
      createdAt: components["schemas"]["Moment"];
      /** @description The id of the entry. */
      id: components["schemas"]["EntryId"];
      /**
       * Format: double
       * @description The latitude in degrees; null if not given.
       */
      latitude: number | null;
      /** @description The name of the location; null if not given. */
      location: string | null;
      /**
       * Format: double
       * @description The longitude in degrees; null if not given.
       */
      longitude: number | null;
      /**
       * @description The text of the entry.
       * @example The boat slid into the dark and nobody spoke.
       */
      message: string;
      /**
       * @description The nationality of the author, as entered; null if not given.
       * @example Vietnam
       */
      nationality: string | null;
      /**
       * Format: int64
       * @description The rating from 1 to 5 stars; null if not given.
       * @example 5
       */
      rating: number | null;
      relatedPlaceId: components["schemas"]["PlaceId"] | null;
      /**
       * @description The status: `pending`, `approved` or `rejected`.
       * @example approved
       */
      status: string;
    };
    /** @description A federated identity: an account at an identity provider. */
    ExportedIdentity: {
      /** @description The time at which the identity was linked. */
      createdAt: components["schemas"]["Moment"];
      /**
       * @description The last email address that the provider sent; null if it sent none.
       * @example linh@example.org
       */
      email: string | null;
      /**
       * @description The identity provider: `google`, `facebook`, `openid` or `firebase`.
       * @example google
       */
      provider: string;
      /**
       * @description The id of the account at the identity provider.
       * @example 110169484474386276334
       */
      subject: string;
    };
    /** @description A place that the account likes. */
    ExportedLike: {
      /** @description The id of the place. */
      businessId: components["schemas"]["PlaceId"];
      /** @description The time at which the place was liked. */
      createdAt: components["schemas"]["Moment"];
      /**
       * @description The name of the place.
       * @example Lantern Cave
       */
      name: string;
    };
    /** @description A place that the account owns. */
    ExportedPlace: {
      /** @description The id of the place. */
      id: components["schemas"]["PlaceId"];
      /**
       * @description The name of the place.
       * @example Lantern Cave
       */
      name: string;
      /**
       * @description The slug of the place.
       * @example lantern-cave
       */
      slug: string;
    };
    /**
     * @description An identity provider with which accounts can sign in.
     * @enum {string}
     */
    Federated: "google" | "facebook" | "openid";
    /** @description An invalid field. */
    FieldError: {
      /**
       * @description The code of the broken rule, one of `x-codes` of `Problem`; for rules of the schema its keyword.
       * @example required
       */
      code: string;
      /**
       * @description The name of the field in the request; parts of lists as `reviews.0.rating`.
       * @example name
       */
      field: string;
      /**
       * @description The message to show beside the field.
       * @example Business name is required
       */
      message: string;
      /**
       * @description The values of the sentence by their names, for a sentence of the client's own.
       * @example {
       *       "limit": 200
       *     }
       */
      params?: {
        [key: string]: string | number;
      };
    };
    /** @description The Getting Here page: transport to the region and within it. */
    GettingHere: {
      /** @description Transport within the region. */
      around: components["schemas"]["Passage"][];
      /** @description The cities of departure; the first is shown first. */
      cities: components["schemas"]["City"][];
      /**
       * @description The introduction under the heading; blank for none.
       * @example Trains and buses stop an hour away.
       */
      intro: string;
      /** @description Tips for the preparation and the arrival, in groups. */
      tips: components["schemas"]["Tips"][];
      /**
       * @description The heading.
       * @example Getting to {region}
       */
      title: string;
      /**
       * @description The date at which schedules and prices were checked, as text.
       * @example July 2025
       */
      verified: string;
    };
    /**
     * @description The Getting Here page.
     * @example {
     *       "title": "Getting to {region}",
     *       "verified": "July 2025"
     *     }
     */
    GettingHereChanges: {
      /** @description Transport within the region. */
      around?: {
        /** @description The paragraphs. */
        paragraphs: string[];
        /** @description The heading. */
        title: string;
      }[];
      /** @description The cities of departure; the first is shown first. */
      cities?: {
        /**
         * @description The distance to the region by road, in kilometers.
         * @example 90
         */
        distanceKm: number;
        /**
         * @description The name of the city.
         * @example Hanoi
         */
        name: string;
        /** @description The transport options from the city. */
        options: {
          /** @description The names of the companies that operate it. */
          companies?: string[];
          /** @description Further details. */
          details?: string;
          /**
           * @description The travel time, as text.
           * @example about 2 hours
           */
          duration: string;
          /**
           * @description The price with its year, as text.
           * @example fare by berth
           */
          price: string;
          /**
           * @description The means of transport.
           * @example Train
           */
          type: string;
        }[];
      }[];
      /** @description The introduction under the heading; blank for none. */
      intro?: string;
      /** @description Tips for the preparation and the arrival, in groups. */
      tips?: {
        /** @description The tips, one or two sentences each. */
        items: string[];
        /** @description The heading. */
        title: string;
      }[];
      /** @description The heading. */
      title?: string;
      /** @description Ignored. */
      readonly updatedAt?: unknown;
      /**
       * @description The date at which schedules and prices were checked, as text.
       * @example July 2025
       */
      verified?: string;
      /** @description Ignored; send `If-Match` to check the version. */
      readonly version?: unknown;
    };
    /** @description The Help page: questions of travelers with their answers. */
    Help: {
      /**
       * @description The introduction under the heading; blank for none.
       * @example What travelers ask most.
       */
      intro: string;
      /** @description The questions with their answers. */
      questions: components["schemas"]["Question"][];
      /**
       * @description The heading.
       * @example Help
       */
      title: string;
    };
    /**
     * @description The Help page.
     * @example {
     *       "questions": [
     *         {
     *           "answer": "Sign in and touch its heart.",
     *           "question": "How do I save a place?"
     *         }
     *       ]
     *     }
     */
    HelpChanges: {
      /** @description The introduction under the heading; blank for none. */
      intro?: string;
      /** @description The questions with their answers. */
      questions?: {
        /** @description The answer, one paragraph. */
        answer: string;
        /**
         * @description The question, in the words of a traveler.
         * @example How do I save a place?
         */
        question: string;
      }[];
      /** @description The heading. */
      title?: string;
      /** @description Ignored. */
      readonly updatedAt?: unknown;
      /** @description Ignored; send `If-Match` to check the version. */
      readonly version?: unknown;
    };
    /** @description A sentence that the home page types, with a button. */
    HeroPrompt: {
      /**
       * @description The label of the button.
       * @example Show me some caves
       */
      button: string;
      /**
       * @description The path of the linked page.
       * @example /explore?category=cave
       */
      href: string;
      /**
       * @description The sentence.
       * @example I want to explore a cave.
       */
      text: string;
    };
    /** @description A card on the home page that leads to a part of the guide. */
    HomeCard: {
      /**
       * @description The label of the link.
       * @example Open the map
       */
      button: string;
      /**
       * @description The path of the linked page.
       * @example /explore
       */
      href: string;
      /**
       * @description One or two sentences.
       * @example Every cave, café and homestay on one map.
       */
      text: string;
      /**
       * @description The heading.
       * @example Explore
       */
      title: string;
    };
    /**
     * Format: int64
     * @description The id of an image.
     * @example 7
     */
    ImageId: number;
    /**
     * @description An image of this guide. Its WebP files are at `url` with `-{width}.webp` in place of `.jpg`, for each of `widths`;
     *     they never change.
     */
    ImageResponse: {
      /**
       * @description The text alternative; blank if the image is decorative.
       * @example A boat enters the mouth of the cave
       */
      alt: string;
      /** @description The caption. */
      caption: string | null;
      /**
       * @description The main color.
       * @example #3a6b58
       */
      color: string;
      /**
       * @description The creator of the image.
       * @example Linh Tran
       */
      credit: string | null;
      /**
       * Format: double
       * @description The focal point, which stays visible when the image is cropped: 0 is left, 1 is right.
       * @example 0.5
       */
      focalX: number;
      /**
       * Format: double
       * @description The focal point from top, 0, to bottom, 1.
       * @example 0.4
       */
      focalY: number;
      /**
       * Format: int64
       * @description The height of the uploaded image in pixels, after it is rotated upright.
       * @example 3000
       */
      height: number;
      /** @description The id of the image. */
      id: components["schemas"]["ImageId"];
      /**
       * @description The license of the image.
       * @example CC BY 4.0
       */
      licence: string | null;
      /**
       * @description A ThumbHash in base64, the placeholder while the image loads.
       * @example 1QcSHQRnh493V4dIh4eXh1h4kJUI
       */
      thumbhash: string;
      /**
       * @description The URL of a JPEG that is at most 1,280 pixels wide.
       * @example /media/3f9c2a1b-9f86d081884c7d65.jpg
       */
      url: string;
      /**
       * Format: int64
       * @description The width of the uploaded image in pixels, after it is rotated upright.
       * @example 4000
       */
      width: number;
      /**
       * @description The widths of the WebP files in pixels, ascending.
       * @example [
       *       320,
       *       640,
       *       1280,
       *       1920
       *     ]
       */
      widths: number[];
    };
    /** @description A record that shows an image. */
    ImageUse: {
      /**
       * Format: int64
       * @description The id of the record.
       * @example 12
       */
      id: number;
      /** @description Whether the record is in the trash. It shows the image again when it is restored. */
      isInTrash: boolean;
      /**
       * @description The kind of the record: `place`, `article`, `entry` or `settings`.
       * @example place
       */
      kind: string;
      /**
       * @description The name or title of the record; of an entry, the name of the author.
       * @example Lantern Cave
       */
      title: string;
    };
    /** @description A stored value that breaks a rule. */
    InvalidValue: {
      /**
       * @description The name of the field; parts of lists as `gallery.0`.
       * @example gallery.0
       */
      field: string;
      /**
       * @description The id of the record; null for the settings.
       * @example 7
       */
      id: string | null;
      /** @description The kind of the record. */
      kind: components["schemas"]["AuditKind"];
      /**
       * @description The message of the broken rule, as an update would return it.
       * @example Image URL must be a valid URL or relative path starting with /
       */
      message: string;
      /**
       * @description The name of the record.
       * @example Lantern Cave
       */
      name: string;
      /**
       * @description The value as text, at most 300 characters. Do not show it as a link: it may lead anywhere.
       * @example https://example.com:99999/cave.jpg
       */
      value: string;
    };
    /** @description A public key (RFC 7517, RFC 8037). */
    JsonWebKey: {
      /**
       * @description The only algorithm of the key.
       * @example EdDSA
       */
      alg: string;
      /**
       * @description The curve of the key.
       * @example Ed25519
       */
      crv: string;
      /**
       * @description The key id, as in the header of access tokens.
       * @example kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k
       */
      kid: string;
      /**
       * @description The key type.
       * @example OKP
       */
      kty: string;
      /**
       * @description The use of the key: signatures.
       * @example sig
       */
      use: string;
      /**
       * @description The public key, base64url.
       * @example 11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo
       */
      x: string;
    };
    /** @description A JSON Web Key Set (RFC 7517). */
    JsonWebKeySet: {
      /** @description The keys, newest first. */
      keys: components["schemas"]["JsonWebKey"][];
    };
    /** @description The place to save, or to remove from the saved places. */
    LikeRequest: {
      /**
       * @description The id of the place.
       * @example 7
       */
      businessId: number;
    };
    /** @description The like of the caller on a place, after a change. */
    LikeResponse: {
      /** @description The id of the place. */
      businessId: components["schemas"]["PlaceId"];
      /** @description Whether the caller has saved the place. */
      isLiked: boolean;
      /**
       * Format: int64
       * @description The number of accounts that have saved the place.
       * @example 50
       */
      likeCount: number;
    };
    /** @description The initial section of the map. */
    MapCamera: {
      /**
       * Format: double
       * @description The latitude of the center in degrees.
       * @example 16.48
       */
      latitude: number;
      /**
       * Format: double
       * @description The longitude of the center in degrees.
       * @example 107.45
       */
      longitude: number;
      /**
       * Format: double
       * @description The zoom level of web maps.
       * @example 10
       */
      zoom: number;
    };
    /** @description The texts and the focal point of an image. Fields that are not sent keep their values. Blank text becomes null. */
    MediaChanges: {
      /**
       * @description The text alternative: what the image shows.
       * @example A boat enters the mouth of the cave
       */
      alt?: string | null;
      /** @description The caption. */
      caption?: string | null;
      /**
       * @description The creator of the image.
       * @example Linh Tran
       */
      credit?: string | null;
      /**
       * @description The focal point, which stays visible when the image is cropped: 0 is left, 1 is right.
       * @example 0.5
       */
      focalX?: number;
      /**
       * @description The focal point from top, 0, to bottom, 1.
       * @example 0.5
       */
      focalY?: number;
      /** @description Whether the image is decorative, so that it needs no text alternative. */
      isDecorative?: boolean;
      /**
       * @description The license of the image.
       * @example CC BY 4.0
       */
      licence?: string | null;
      /** @description Ignored; send `If-Match` to check the version. */
      readonly version?: unknown;
    };
    /** @description A new file for an image, as `multipart/form-data`. */
    MediaReplacement: {
      /**
       * Format: binary
       * @description The file, with the same limits as for a new image.
       */
      file: string;
    };
    /** @description An image with all its fields, as admins and its uploader see it. */
    MediaResponse: {
      /**
       * @description The text alternative. An image without one can be used only if it is decorative.
       * @example A boat enters the mouth of the cave
       */
      alt: string | null;
      /**
       * Format: int64
       * @description The total size of all files of the image in bytes.
       * @example 412000
       */
      bytes: number;
      /** @description The caption. */
      caption: string | null;
      /**
       * @description The main color.
       * @example #3a6b58
       */
      color: string;
      /** @description The time of the upload. */
      createdAt: components["schemas"]["Moment"];
      /** @description The creator of the image. */
      credit: string | null;
      /**
       * Format: double
       * @description The focal point, which stays visible when the image is cropped: 0 is left, 1 is right.
       * @example 0.5
       */
      focalX: number;
      /**
       * Format: double
       * @description The focal point from top, 0, to bottom, 1.
       * @example 0.4
       */
      focalY: number;
      /**
       * Format: int64
       * @description The height of the uploaded image in pixels, after it is rotated upright.
       * @example 3000
       */
      height: number;
      /** @description The id of the image. */
      id: components["schemas"]["ImageId"];
      /** @description Whether the image is decorative, so that it needs no text alternative. */
      isDecorative: boolean;
      /** @description Whether the image is public. The image of a guestbook entry is public when the entry is. */
      isPublic: boolean;
      /** @description The license of the image. */
      licence: string | null;
      /**
       * @description The name of the uploaded file.
       * @example DSC_0412.JPG
       */
      name: string;
      /**
       * @description A ThumbHash in base64, the placeholder while the image loads.
       * @example 1QcSHQRnh493V4dIh4eXh1h4kJUI
       */
      thumbhash: string;
      /** @description The time of the last change. */
      updatedAt: components["schemas"]["Moment"];
      uploaderId: components["schemas"]["AccountId"] | null;
      /**
       * @description The URL, as in an `ImageResponse`.
       * @example /media/3f9c2a1b-9f86d081884c7d65.jpg
       */
      url: string;
      /**
       * Format: int64
       * @description The number of records that show the image.
       * @example 2
       */
      useCount: number;
      /**
       * Format: int64
       * @description The version number; each change increments it. `If-Match` compares it.
       * @example 1
       */
      version: number;
      /**
       * Format: int64
       * @description The width of the uploaded image in pixels, after it is rotated upright.
       * @example 4000
       */
      width: number;
      /**
       * @description The widths of the WebP files in pixels, ascending.
       * @example [
       *       320,
       *       640,
       *       1280,
       *       1920
       *     ]
       */
      widths: number[];
    };
    /** @description An image upload, as `multipart/form-data`. */
    MediaUpload: {
      /**
       * @description The text alternative, at most 300 characters. Required for the purpose `entry`.
       * @example A boat enters the mouth of the cave
       */
      alt?: string;
      /**
       * Format: binary
       * @description The file: JPEG, PNG, WebP or GIF; at most 20 MB, 64 megapixels, and 16,384 pixels a side. Formats other than
       *     JPEG may take at most 150 MB once decoded.
       */
      file: string;
      /**
       * @description The purpose: `library` (the default), or `entry` for a guestbook entry that is not sent yet.
       * @example library
       */
      purpose?: string;
    };
    /**
     * @description A change of a contact message. Fields that are not sent keep their values.
     * @example {
     *       "note": "Boats take ten; told her to book two.",
     *       "status": "answered"
     *     }
     */
    MessageChanges: {
      /** @description Ignored. */
      readonly answeredAt?: unknown;
      /** @description Ignored. */
      readonly createdAt?: unknown;
      /** @description Ignored. */
      readonly dueAt?: unknown;
      /** @description Ignored. */
      readonly email?: unknown;
      /** @description The id in the URL, if it is sent. */
      id?: number;
      /** @description Ignored. */
      readonly message?: unknown;
      /** @description Ignored. */
      readonly name?: unknown;
      /** @description The note of the team. */
      note?: string | null;
      /** @description Ignored. */
      readonly spamReasons?: unknown;
      /** @description Ignored. */
      readonly spamScore?: unknown;
      /**
       * @description The status.
       * @example answered
       * @enum {string}
       */
      status?: "new" | "answered" | "closed" | "spam";
      /** @description Ignored. */
      readonly subject?: unknown;
      /** @description Ignored. */
      readonly type?: unknown;
      /** @description Ignored. */
      readonly updatedAt?: unknown;
      /** @description Ignored. */
      readonly version?: unknown;
    };
    /** @description The number of messages that wait, and how the promise of an answer within 24 hours is kept. */
    MessageCounts: {
      /**
       * Format: int64
       * @description The percentage of the messages of the last 30 days that were answered within 24 hours, rounded down; null if
       *     there was none to answer. Spam, messages closed without an answer, and new messages that have waited for less than
       *     24 hours are not counted.
       * @example 96
       */
      answeredIn24h: number | null;
      /**
       * Format: int64
       * @description Messages that have waited for more than 24 hours.
       * @example 1
       */
      late: number;
      /**
       * Format: int64
       * @description Messages that wait for an answer.
       * @example 3
       */
      new: number;
    };
    /**
     * Format: int64
     * @description The id of a contact message.
     * @example 7
     */
    MessageId: number;
    /** @description A contact message, as admins see it. */
    MessageResponse: {
      answeredAt: components["schemas"]["Moment"] | null;
      /** @description The time at which the message was received. */
      createdAt: components["schemas"]["Moment"];
      /** @description The time by which the guide promises an answer: 24 hours after the message was received. */
      dueAt: components["schemas"]["Moment"];
      /**
       * @description The email address for the reply, in lower case.
       * @example linh@example.org
       */
      email: string;
      /** @description The id of the message. */
      id: components["schemas"]["MessageId"];
      /**
       * @description The text of the message.
       * @example Is there a boat to the cave that takes twelve?
       */
      message: string;
      /**
       * @description The name of the sender.
       * @example Linh Tran
       */
      name: string;
      /** @description The note of the team. */
      note: string | null;
      /** @description The reasons for the spam score. */
      spamReasons: components["schemas"]["SpamReason"][];
      /**
       * Format: int64
       * @description The spam score, 0 to 100.
       * @example 4
       */
      spamScore: number;
      /** @description The status. */
      status: components["schemas"]["MessageStatus"];
      /**
       * @description The subject.
       * @example A boat for twelve
       */
      subject: string;
      /** @description The topic that the sender chose. */
      type: components["schemas"]["MessageTopic"];
      /** @description The time of the last change. */
      updatedAt: components["schemas"]["Moment"];
      /**
       * Format: int64
       * @description The version number; each change increments it. `If-Match` compares it.
       * @example 1
       */
      version: number;
    };
    /**
     * @description The status of a contact message.
     * @enum {string}
     */
    MessageStatus: "new" | "answered" | "closed" | "spam";
    /**
     * @description The topic of a contact message.
     * @enum {string}
     */
    MessageTopic: "general" | "business" | "travel" | "technical" | "feedback";
    /**
     * @description A moderation decision.
     * @example {
     *       "notes": "Known to us",
     *       "status": "approved"
     *     }
     */
    ModerationRequest: {
      /** @description A note for other moderators. If it is not sent, the note stays; null removes it. */
      notes?: string | null;
      /**
       * @description The moderation decision.
       * @enum {string}
       */
      status: "approved" | "rejected" | "spam";
    };
    /**
     * Format: date-time
     * @example 2026-11-21T08:00:00.000Z
     */
    Moment: string;
    /** @description A new API token. The token itself is in no later response. */
    NewApiTokenResponse: {
      /** @description What the list shows of it. */
      details: components["schemas"]["ApiTokenItem"];
      /**
       * @description The token, for the header `Authorization: Bearer …`.
       * @example karst_…
       */
      token: string;
    };
    /** @description A new comment on an entry, or a reply to a comment. */
    NewComment: {
      /**
       * @description The text of the comment, plain text.
       * @example We were there in May, too.
       */
      comment: string;
      /**
       * @description The time for which the form was open, in milliseconds.
       * @example 42000
       */
      elapsedMs?: number | null;
      /** @description The honeypot: leave it blank. The form hides this field, and a value raises the spam score. */
      leaveBlank?: string | null;
      /** @description The public comment to reply to, null for none; replies cannot be replied to. */
      parentCommentId?: number | null;
    };
    /** @description A new guestbook entry. The length of text is counted in code points after normalization to NFC. */
    NewEntry: {
      /**
       * @description The time for which the form was open, in milliseconds.
       * @example 42000
       */
      elapsedMs?: number | null;
      /** @description The latitude in degrees (WGS 84); a numeric string is accepted. */
      latitude?: number | string | null;
      /** @description The honeypot: leave it blank. The form hides this field, and a value raises the spam score. */
      leaveBlank?: string | null;
      /**
       * @description The location, in words or as the URL of a map.
       * @example Lantern Bay boat station
       */
      location?: string | null;
      /** @description The longitude in degrees (WGS 84); a numeric string is accepted. */
      longitude?: number | string | null;
      /**
       * @description The text of the entry, plain text.
       * @example The boat slid into the dark and nobody spoke.
       */
      message: string;
      /**
       * @description Where the author is from.
       * @example Vietnam
       */
      nationality?: string | null;
      /** @description Images of the caller that were uploaded with `POST /api/media` for the purpose `entry` and are in no entry yet. They are public when the entry is. */
      pictureIds?: number[];
      /**
       * @description The rating from 1 to 5, a whole number; a numeric string is accepted.
       * @example 5
       */
      rating?: number | string | null;
      /**
       * @description The place that the entry is about; null for none.
       * @example 7
       */
      relatedPlaceId?: number | null;
    };
    /** @description The form in the dialog of a place. It is stricter than `NewEntry`, as which it is sent. */
    NewExperience: {
      /**
       * @description The time for which the form was open, in milliseconds.
       * @example 42000
       */
      elapsedMs?: number | null;
      /** @description The honeypot: leave it blank. The form hides this field, and a value raises the spam score. */
      leaveBlank?: string | null;
      /**
       * @description The text of the entry, plain text.
       * @example The boat slid into the dark and nobody spoke.
       */
      message: string;
      /**
       * @description Where the author is from.
       * @example Vietnam
       */
      nationality?: string | null;
      /** @description Images of the caller that were uploaded with `POST /api/media` for the purpose `entry` and are in no entry yet. They are public when the entry is. */
      pictureIds?: number[];
      /**
       * @description The rating from 1 to 5, a whole number; a numeric string is accepted.
       * @example 5
       */
      rating: number | string;
      /**
       * @description The place that the entry is about; null for none.
       * @example 7
       */
      relatedPlaceId?: number | null;
    };
    /** @description A new password and the token of the link. */
    NewPasswordRequest: {
      /**
       * @description The new password.
       * @example seven-lanterns
       */
      password: string;
      /**
       * @description The secret token in the link.
       * @example Zm9yIHRoZSBib2F0IG9uIHRoZSBTb24sIGF0IGVpZ2h0
       */
      token: string;
    };
    /** @description A preview that was made, with its link. */
    NewPreview: components["schemas"]["PreviewItem"] & {
      /**
       * @description The path of the preview in the site. It is in this response only, and cannot be read again.
       * @example /preview/GhLtWgZP0r7uQn3xVb5yKc2dEa9sJm4fTi6oUe8pRwA
       */
      url: string;
    };
    /** @description A notice about something that travelers must know, such as a flood or a closed road. */
    Notice: {
      /**
       * @description The path of a page of this guide with details; blank for none.
       * @default
       * @example /inspiration/7-after-the-flood
       */
      href?: string;
      /**
       * @description The text of the notice; blank for no notice.
       * @default
       * @example The road to the caves is closed after the flood.
       */
      text?: string;
      /**
       * @description The last day of the notice in the time zone of the region; then it is removed. If blank, it stays until it is
       *     removed.
       * @default
       * @example 2026-11-30
       */
      until?: string;
    };
    /** @description The facts about an article. */
    OpenArticle: {
      /**
       * @description The name of the author.
       * @example Linh Tran
       */
      author: string;
      id: components["schemas"]["ArticleId"];
      /**
       * Format: double
       * @description The latitude of the subject in degrees (WGS 84).
       * @example 16.58137
       */
      latitude: number;
      /**
       * Format: double
       * @description The longitude of the subject in degrees (WGS 84).
       * @example 107.28308
       */
      longitude: number;
      publicationDate: components["schemas"]["Moment"];
      /**
       * @description The sources of the article.
       * @example [
       *       "The park's map of 2023"
       *     ]
       */
      sources: string[];
      /**
       * @description The topics.
       * @example [
       *       "cave",
       *       "planning"
       *     ]
       */
      tags: string[];
      /** @example A day on the river */
      title: string;
      /** @description The time of the last change. */
      updatedAt: components["schemas"]["Moment"];
      /**
       * @description The URL of the page of the article.
       * @example https://guide.example/inspiration/7-a-day-on-the-river
       */
      url: string;
    };
    /** @description A category. */
    OpenCategory: {
      /**
       * @description Further slugs by which the category is found.
       * @example [
       *       "caves"
       *     ]
       */
      aliases: string[];
      /**
       * @description The color as `#rrggbb`.
       * @example #0f766e
       */
      color: string | null;
      /** @example 🦇 */
      emoji: string | null;
      id: components["schemas"]["CategoryId"];
      /** @example Caves */
      name: string;
      /**
       * @description The slug, as the open data of places name their categories.
       * @example cave
       */
      slug: string;
      /** @description The time of the last change. */
      updatedAt: components["schemas"]["Moment"];
    };
    /** @description The facts about a place. */
    OpenPlace: {
      /** @example Wharf Road 1, Lantern Bay */
      address: string | null;
      /**
       * @example [
       *       "parking",
       *       "life vests"
       *     ]
       */
      amenities: string[];
      /**
       * @description The slugs of the categories, the main one first.
       * @example [
       *       "cave"
       *     ]
       */
      categories: string[];
      /** @example Lantern Bay */
      commune: string | null;
      coordinateConfidence: components["schemas"]["Confidence"] | null;
      /** @example boats@example.org */
      email: string | null;
      id: components["schemas"]["PlaceId"];
      /** @description Whether the position of the place was checked. */
      isVerified: boolean;
      /**
       * Format: int64
       * @description The latest year in which a source names the place.
       * @example 2023
       */
      lastSeenYear: number | null;
      /**
       * Format: double
       * @description The latitude in degrees (WGS 84).
       * @example 16.58137
       */
      latitude: number;
      /**
       * @description The name in the language of the region, with its diacritics.
       * @example Hang Đèn Lồng
       */
      localName: string | null;
      /**
       * Format: double
       * @description The longitude in degrees (WGS 84).
       * @example 107.28308
       */
      longitude: number;
      /** @example Lantern Cave */
      name: string;
      /**
       * @description The opening hours in the syntax of OpenStreetMap's `opening_hours`.
       * @example Mo-Su 07:00-17:00
       */
      operatingHours: string | null;
      /** @example +84 232 000 111 */
      phone: string | null;
      /**
       * @description The price range: `$`, `$$`, `$$$`, or words.
       * @example $$
       */
      priceRange: string | null;
      /**
       * @description The sources of the facts about the place.
       * @example [
       *       "The park's map of 2023"
       *     ]
       */
      sources: string[];
      /**
       * @example [
       *       "boat",
       *       "river"
       *     ]
       */
      tags: string[];
      /** @description The time of the last change. */
      updatedAt: components["schemas"]["Moment"];
      /**
       * @description The URL of the page of the place.
       * @example https://guide.example/places/lantern-cave
       */
      url: string;
      /** @example https://lantern-cave.example */
      website: string | null;
    };
    /**
     * @description The opening schedule of a place, in the local time of the region.
     *
     *     A week repeats until the next week of the list. The times before the first week and from `until` on are unknown.
     */
    Opening: {
      /**
       * @description Rules that are not computed, as they are written: hours on holidays, and uncertain hours.
       * @example [
       *       "PH off"
       *     ]
       */
      remarks?: string[];
      /**
       * Format: date
       * @description The first day that the schedule does not cover.
       * @example 2027-12-20
       */
      until: string;
      /** @description The weeks in chronological order; regular hours have one. */
      weeks: components["schemas"]["Week"][];
    };
    /** @description The opening schedule of a text of opening hours. */
    OpeningReading: {
      /** @description The opening schedule; without weeks if nothing can be computed. */
      opening: components["schemas"]["Opening"];
      /** @description Warnings about the text. */
      warnings: components["schemas"]["Warning"][];
    };
    /** @description A standing page with its version. */
    PageResponse_About: {
      /** @description The plans for the guide. */
      future: components["schemas"]["Passage"];
      /**
       * @description The introduction under the heading; blank for none.
       * @example Made by people who live here.
       */
      intro: string;
      /** @description The purpose of the guide. */
      mission: components["schemas"]["Passage"];
      /** @description The history of the guide. */
      story: components["schemas"]["Passage"];
      /**
       * @description The heading.
       * @example About {brand}
       */
      title: string;
      /** @description The values of the team. */
      values: components["schemas"]["Passage"][];
    } & {
      updatedAt: components["schemas"]["Moment"] | null;
      /**
       * Format: int64
       * @description The version number; each change increments it. `If-Match` compares it. 0 before the page exists.
       * @example 3
       */
      version: number;
    };
    /** @description A standing page with its version. */
    PageResponse_GettingHere: {
      /** @description Transport within the region. */
      around: components["schemas"]["Passage"][];
      /** @description The cities of departure; the first is shown first. */
      cities: components["schemas"]["City"][];
      /**
       * @description The introduction under the heading; blank for none.
       * @example Trains and buses stop an hour away.
       */
      intro: string;
      /** @description Tips for the preparation and the arrival, in groups. */
      tips: components["schemas"]["Tips"][];
      /**
       * @description The heading.
       * @example Getting to {region}
       */
      title: string;
      /**
       * @description The date at which schedules and prices were checked, as text.
       * @example July 2025
       */
      verified: string;
    } & {
      updatedAt: components["schemas"]["Moment"] | null;
      /**
       * Format: int64
       * @description The version number; each change increments it. `If-Match` compares it. 0 before the page exists.
       * @example 3
       */
      version: number;
    };
    /** @description A standing page with its version. */
    PageResponse_Help: {
      /**
       * @description The introduction under the heading; blank for none.
       * @example What travelers ask most.
       */
      intro: string;
      /** @description The questions with their answers. */
      questions: components["schemas"]["Question"][];
      /**
       * @description The heading.
       * @example Help
       */
      title: string;
    } & {
      updatedAt: components["schemas"]["Moment"] | null;
      /**
       * Format: int64
       * @description The version number; each change increments it. `If-Match` compares it. 0 before the page exists.
       * @example 3
       */
      version: number;
    };
    /** @description A standing page with its version. */
    PageResponse_Privacy: {
      /** @description The sections of the privacy policy. */
      policy: components["schemas"]["Passage"][];
      /** @description The sections of the terms of service. */
      terms: components["schemas"]["Passage"][];
      /**
       * @description The heading.
       * @example Terms and privacy
       */
      title: string;
      /**
       * Format: date
       * @description The date of the last change.
       * @example 2025-07-30
       */
      updated: string;
    } & {
      updatedAt: components["schemas"]["Moment"] | null;
      /**
       * Format: int64
       * @description The version number; each change increments it. `If-Match` compares it. 0 before the page exists.
       * @example 3
       */
      version: number;
    };
    /** @description A heading with paragraphs. */
    Passage: {
      /**
       * @description The paragraphs.
       * @example [
       *       "Homestays lend them for the day."
       *     ]
       */
      paragraphs: string[];
      /**
       * @description The heading.
       * @example By bicycle
       */
      title: string;
    };
    /** @description The current and the new password. */
    PasswordChangeRequest: {
      /**
       * @description The password of the account.
       * @example seven-lanterns
       */
      currentPassword: string;
      /**
       * @description The new password.
       * @example seven-lanterns
       */
      newPassword: string;
    };
    /** @description The password, if the account has one. */
    PasswordConfirmation: {
      /**
       * @description The password of the account.
       * @example seven-lanterns
       */
      currentPassword?: string | null;
    };
    /**
     * @description The kind of a password link: `invitation` for an account without a password (seven days), `reset` for others (30
     *     minutes).
     * @enum {string}
     */
    PasswordLinkKind: "invitation" | "reset";
    /** @description A single-use link to set a password. Treat it as a secret: it works for anyone who has it. */
    PasswordLinkResponse: {
      /** @description The time at which the link expires. */
      expiresAt: components["schemas"]["Moment"];
      /** @description The kind of the link. */
      kind: components["schemas"]["PasswordLinkKind"];
      /**
       * @description The link. It can be used once, and only this response contains it.
       * @example https://guide.example/login/reset?token=uX2m0fJ1rKc5nP8sWq3vYz6aBd9eGh4iLo7tQx1CyEM
       */
      link: string;
    };
    /** @description The email address of the account. */
    PasswordResetRequest: {
      /**
       * @description The email address; upper and lower case are equivalent.
       * @example linh@example.org
       */
      email: string;
    };
    /** @description A part of a text, with or without a phone number. */
    PhonePart: {
      /**
       * @description The `tel:` link of the phone number (RFC 3966); null if the part is not a number.
       * @example tel:+84232000111
       */
      href: string | null;
      /**
       * @description The text as it was entered.
       * @example 0232 000 111
       */
      text: string;
    };
    /** @description A place. The length of text is counted in code points after normalization to NFC; blank optional text becomes null. */
    PlaceChanges: {
      /** @description Ignored. */
      readonly acceptsEnquiries?: unknown;
      /** @description The postal address. */
      address?: string | null;
      /**
       * Format: http-url
       * @description The booking link of a partner.
       */
      affiliateLink?: string | null;
      /**
       * Format: http-url
       * @description The URL of the place on Agoda.
       */
      agodaUrl?: string | null;
      /** @description The amenities, such as parking. */
      amenities?: string[];
      /**
       * Format: http-url
       * @description The URL of the place on Booking.com.
       */
      bookingComUrl?: string | null;
      /**
       * @description How the place is booked.
       * @default none
       * @enum {string}
       */
      bookingType?: "none" | "direct" | "affiliate";
      /** @description Ignored; send `categoryIds`. */
      readonly categories?: unknown;
      /** @description Ignored; send `categoryIds`. */
      readonly category?: unknown;
      /**
       * @description The categories, the main one first.
       * @example [
       *       4
       *     ]
       */
      categoryIds?: number[];
      /** @description Ignored; set `isVerified` to record a check. */
      readonly checkedAt?: unknown;
      /** @description Ignored. */
      readonly checkedBy?: unknown;
      /** @description The commune in which the place is. */
      commune?: string | null;
      /** @description How accurate the coordinates are; null if unknown. Admins only. */
      coordinateConfidence?: string | null;
      /** @description Ignored. */
      readonly createdAt?: unknown;
      /** @description The description, a few sentences of plain text. */
      description?: string | null;
      /** @description The contact for direct bookings: an email address, a URL or a phone number. */
      directBookingContact?: string | null;
      /** @description Ignored. */
      readonly directBookingUrl?: unknown;
      /**
       * Format: deliverable-email
       * @description The email address.
       */
      email?: string | null;
      /**
       * @description Whether the page of the place offers an enquiry form.
       * @default false
       */
      enquiryFormEnabled?: boolean;
      /** @description The text on the card of a featured place. */
      featuredText?: string | null;
      /** @description Further images, like `imageUrl`. */
      gallery?: string[];
      /**
       * Format: http-url
       * @description The URL of the place on Google Maps.
       */
      googleMapsUrl?: string | null;
      /** @description The opening hours in words. */
      hours?: string | null;
      /** @description The id in the URL, if it is sent. */
      id?: number;
      /**
       * Format: image-url
       * @description The main image: a path on this site (`/…`) or an http(s) URL.
       */
      imageUrl?: string | null;
      /**
       * @description Whether the place is public. Admins only.
       * @default true
       */
      isActive?: boolean;
      /** @description Ignored. */
      readonly isLiked?: unknown;
      /**
       * @description Whether the place is featured on the home page and comes first in lists. Admins only.
       * @default false
       */
      isPremium?: boolean;
      /**
       * @description Whether the team recommends the place. Admins only.
       * @default false
       */
      isRecommended?: boolean;
      /**
       * @description Whether the position of the place was checked. Admins only.
       * @default false
       */
      isVerified?: boolean;
      /** @description The latest year in which a source names the place. Admins only. */
      lastSeenYear?: number | null;
      /**
       * @description The latitude in degrees (WGS 84); a numeric string is accepted.
       * @example 16.58137
       */
      latitude?: number | string;
      /** @description Ignored. */
      readonly likeCount?: unknown;
      /** @description Ignored. */
      readonly liveSince?: unknown;
      /** @description The name in the language of the region, with its diacritics. */
      localName?: string | null;
      /**
       * @description The longitude in degrees (WGS 84); a numeric string is accepted.
       * @example 107.28308
       */
      longitude?: number | string;
      /**
       * @description The name of the place.
       * @example Lantern Cave
       */
      name?: string;
      /** @description Ignored; computed from `operatingHours`. */
      readonly opening?: unknown;
      /**
       * @description The opening hours in the syntax of OpenStreetMap's `opening_hours`, as in `Mo-Fr 07:00-11:30,13:00-17:00; 2027 Feb 05-11 off`. Typographic dashes, one-digit hours and the like are corrected. Rules that cannot be computed are kept as text: public holidays (`PH`), sunrise, open ends, "unknown".
       * @example Mo-Su 07:00-17:00
       */
      operatingHours?: string | null;
      /** @description The account of the owner. Admins only. */
      ownerId?: string | null;
      /** @description The phone number. */
      phone?: string | null;
      /** @description Ignored. */
      readonly phoneParts?: unknown;
      /** @description Ignored. */
      readonly pictures?: unknown;
      /**
       * @description The price range: `$`, `$$`, `$$$`, or words.
       * @example $$
       */
      priceRange?: string | null;
      /** @description The rating from 1 to 5, in tenths; null if there is none. A numeric string is accepted. Admins only. */
      rating?: number | string | null;
      /**
       * @description The site on which the rating was read; `google` if a first rating is sent without a source. Admins only.
       * @default google
       */
      ratingSource?: string | null;
      /** @description Ignored. */
      readonly recheckReason?: unknown;
      /**
       * @description The number of ratings of which `rating` is the mean. Admins only.
       * @default 0
       */
      reviewCount?: number;
      /** @description Reviews that guests wrote elsewhere. */
      reviews?: {
        /** @description The name of the author. */
        author: string;
        /** @description The rating from 1 to 5. */
        rating: number;
        /** @description The text of the review. */
        text: string;
      }[];
      /** @description The slug of the place. Made from the name if it is not sent; the former slug redirects. */
      slug?: string;
      /** @description The sources of the facts about the place. Admins only. */
      sources?: string[];
      /** @description The tags, which filters and searches use. */
      tags?: string[];
      /** @description When the place stops being public, a time in the future; null if it stays. Admins only. */
      unpublishAt?: string | null;
      /** @description Ignored. */
      readonly updatedAt?: unknown;
      /** @description Ignored; send `If-Match` to check the version. */
      readonly version?: unknown;
      /**
       * Format: http-url
       * @description The URL of the place's own website.
       */
      website?: string | null;
    };
    /** @description A place as a GeoJSON feature. */
    PlaceFeature: {
      geometry: components["schemas"]["PointGeometry"];
      id: components["schemas"]["PlaceId"];
      properties: components["schemas"]["SpotProperties"];
      /** @example Feature */
      type: string;
    };
    /** @description All active places as GeoJSON (RFC 7946). */
    PlaceFeed: {
      /**
       * @description The attribution to show wherever the data is used.
       * @example © OpenStreetMap contributors
       */
      attribution: string;
      features: components["schemas"]["PlaceFeature"][];
      /**
       * @description The license of positions from OpenStreetMap.
       * @example ODbL-1.0
       */
      license: string;
      /** @example FeatureCollection */
      type: string;
    };
    /** @description A place with only the fields that `fields` requested. */
    PlaceFields: {
      /**
       * @description Whether `createEnquiry` accepts enquiries to the place: the form is enabled, and the place has an email address
       *     or an owner.
       */
      acceptsEnquiries?: boolean;
      /**
       * @description The postal address.
       * @example Wharf Road 1, Lantern Bay
       */
      address?: string | null;
      /** @description The booking link of a partner. */
      affiliateLink?: string | null;
      /** @description The URL of the place on Agoda. */
      agodaUrl?: string | null;
      /**
       * @description The amenities, such as parking.
       * @example [
       *       "parking",
       *       "life vests"
       *     ]
       */
      amenities?: string[];
      /** @description The URL of the place on Booking.com. */
      bookingComUrl?: string | null;
      /** @description How the place is booked. */
      bookingType?: components["schemas"]["BookingType"];
      /** @description The categories, the main one first. */
      categories?: components["schemas"]["CategoryRef"][];
      category?: components["schemas"]["CategoryRef"] | null;
      /**
       * @description The ids of `categories`, as requests send them.
       * @example [
       *       4
       *     ]
       */
      categoryIds?: components["schemas"]["CategoryId"][];
      checkedAt?: components["schemas"]["Moment"] | null;
      checkedBy?: components["schemas"]["AccountId"] | null;
      /**
       * @description The commune in which the place is.
       * @example Lantern Bay
       */
      commune?: string | null;
      coordinateConfidence?: components["schemas"]["Confidence"] | null;
      /** @description The time of creation. */
      createdAt?: components["schemas"]["Moment"];
      /**
       * @description The description, a few sentences of plain text.
       * @example A boat carries you 1,500 m into the rock, past two halls.
       */
      description?: string | null;
      /** @description The contact for direct bookings: an email address, a URL or a phone number. */
      directBookingContact?: string | null;
      /**
       * @description The link made from `directBookingContact`: an https, `mailto:` or `tel:` link; null if it is none of them.
       * @example tel:+84232000111
       */
      directBookingUrl?: string | null;
      /**
       * @description The email address.
       * @example boats@example.org
       */
      email?: string | null;
      /** @description Whether the page of the place offers an enquiry form. */
      enquiryFormEnabled?: boolean;
      /** @description The text on the card of a featured place. */
      featuredText?: string | null;
      /**
       * @description Further images, like `imageUrl`.
       * @example [
       *       "/media/3f9c2a1b-9f86d081884c7d65.jpg"
       *     ]
       */
      gallery?: string[];
      /** @description The URL of the place on Google Maps. */
      googleMapsUrl?: string | null;
      /**
       * @description The opening hours in words.
       * @example Daily, 7 am to 5 pm
       */
      hours?: string | null;
      /** @description The id of the place. */
      id?: components["schemas"]["PlaceId"];
      /**
       * @description The main image: a path on this site (`/…`) or an http(s) URL.
       * @example /media/3f9c2a1b-9f86d081884c7d65.jpg
       */
      imageUrl?: string | null;
      /**
       * @description Whether the place is public. Inactive places are visible only to their owner and to admins.
       * @example true
       */
      isActive?: boolean;
      /** @description Whether the caller has saved the place; `false` for callers without an account. */
      isLiked?: boolean;
      /** @description Whether the place is featured on the home page and comes first in lists. */
      isPremium?: boolean;
      /** @description Whether the team recommends the place. */
      isRecommended?: boolean;
      /**
       * @description Whether the position of the place was checked.
       * @example true
       */
      isVerified?: boolean;
      /**
       * Format: int64
       * @description The latest year in which a source names the place.
       * @example 2023
       */
      lastSeenYear?: number | null;
      /**
       * Format: double
       * @description The latitude in degrees (WGS 84).
       * @example 16.58137
       */
      latitude?: number;
      /**
       * Format: int64
       * @description The number of accounts that have saved the place.
       * @example 12
       */
      likeCount?: number;
      liveSince?: components["schemas"]["Moment"] | null;
      /**
       * @description The name in the language of the region, with its diacritics.
       * @example Hang Đèn Lồng
       */
      localName?: string | null;
      /**
       * Format: double
       * @description The longitude in degrees (WGS 84).
       * @example 107.28308
       */
      longitude?: number;
      /**
       * @description The name of the place.
       * @example Lantern Cave
       */
      name?: string;
      opening?: components["schemas"]["Opening"] | null;
      /**
       * @description The opening hours in the syntax of OpenStreetMap's `opening_hours`.
       * @example Mo-Su 07:00-17:00
       */
      operatingHours?: string | null;
      ownerId?: components["schemas"]["AccountId"] | null;
      /**
       * @description The phone number, as entered.
       * @example +84 232 000 111
       */
      phone?: string | null;
      /** @description `phone` in parts. A part that is a phone number has the link that calls it. */
      phoneParts?: components["schemas"]["PhonePart"][];
      /** @description The images of `imageUrl` and `gallery` that this guide stores, each once, in order. */
      pictures?: components["schemas"]["ImageResponse"][];
      /**
       * @description The price range: `$`, `$$`, `$$$`, or words.
       * @example $$
       */
      priceRange?: string | null;
      /**
       * Format: double
       * @description The rating from 1 to 5, in tenths; null if there is none.
       * @example 4.6
       */
      rating?: number | null;
      ratingSource?: components["schemas"]["RatingSource"] | null;
      recheckReason?: components["schemas"]["RecheckReason"] | null;
      /**
       * Format: int64
       * @description The number of ratings of which `rating` is the mean.
       * @example 120
       */
      reviewCount?: number;
      /** @description Reviews that guests wrote elsewhere. */
      reviews?: components["schemas"]["Review"][];
      /**
       * @description The slug of the place; its page is `/places/{slug}`.
       * @example lantern-cave
       */
      slug?: string;
      /**
       * @description The sources of the facts about the place.
       * @example [
       *       "The park's map of 2023"
       *     ]
       */
      sources?: string[];
      /**
       * @description The tags, which filters and searches use.
       * @example [
       *       "boat",
       *       "river"
       *     ]
       */
      tags?: string[];
      unpublishAt?: components["schemas"]["Moment"] | null;
      /** @description The time of the last change. */
      updatedAt?: components["schemas"]["Moment"];
      /**
       * Format: int64
       * @description The version number; each change increments it. `If-Match` compares it.
       * @example 3
       */
      version?: number;
      /** @description Warnings about the saved values; only in responses to a change. */
      warnings?: components["schemas"]["Warning"][];
      /**
       * @description The URL of the place's own website.
       * @example https://lantern-cave.example
       */
      website?: string | null;
    };
    /**
     * Format: int64
     * @description The id of a place; never reused after a deletion.
     * @example 7
     */
    PlaceId: number;
    /** @description A complete place, or only the fields that `fields` requested. */
    PlaceItem: components["schemas"]["PlaceResponse"] | components["schemas"]["PlaceFields"];
    /** @description A place. The length of text is counted in code points after normalization to NFC; blank optional text becomes null. */
    PlaceRequest: {
      /** @description Ignored. */
      readonly acceptsEnquiries?: unknown;
      /** @description The postal address. */
      address?: string | null;
      /**
       * Format: http-url
       * @description The booking link of a partner.
       */
      affiliateLink?: string | null;
      /**
       * Format: http-url
       * @description The URL of the place on Agoda.
       */
      agodaUrl?: string | null;
      /** @description The amenities, such as parking. */
      amenities?: string[];
      /**
       * Format: http-url
       * @description The URL of the place on Booking.com.
       */
      bookingComUrl?: string | null;
      /**
       * @description How the place is booked.
       * @default none
       * @enum {string}
       */
      bookingType?: "none" | "direct" | "affiliate";
      /** @description Ignored; send `categoryIds`. */
      readonly categories?: unknown;
      /** @description Ignored; send `categoryIds`. */
      readonly category?: unknown;
      /**
       * @description The categories, the main one first.
       * @example [
       *       4
       *     ]
       */
      categoryIds: number[];
      /** @description Ignored; set `isVerified` to record a check. */
      readonly checkedAt?: unknown;
      /** @description Ignored. */
      readonly checkedBy?: unknown;
      /** @description The commune in which the place is. */
      commune?: string | null;
      /** @description How accurate the coordinates are; null if unknown. Admins only. */
      coordinateConfidence?: string | null;
      /** @description Ignored. */
      readonly createdAt?: unknown;
      /** @description The description, a few sentences of plain text. */
      description?: string | null;
      /** @description The contact for direct bookings: an email address, a URL or a phone number. */
      directBookingContact?: string | null;
      /** @description Ignored. */
      readonly directBookingUrl?: unknown;
      /**
       * Format: deliverable-email
       * @description The email address.
       */
      email?: string | null;
      /**
       * @description Whether the page of the place offers an enquiry form.
       * @default false
       */
      enquiryFormEnabled?: boolean;
      /** @description The text on the card of a featured place. */
      featuredText?: string | null;
      /** @description Further images, like `imageUrl`. */
      gallery?: string[];
      /**
       * Format: http-url
       * @description The URL of the place on Google Maps.
       */
      googleMapsUrl?: string | null;
      /** @description The opening hours in words. */
      hours?: string | null;
      /** @description The id in the URL, if it is sent. */
      id?: number;
      /**
       * Format: image-url
       * @description The main image: a path on this site (`/…`) or an http(s) URL.
       */
      imageUrl?: string | null;
      /**
       * @description Whether the place is public. Admins only.
       * @default true
       */
      isActive?: boolean;
      /** @description Ignored. */
      readonly isLiked?: unknown;
      /**
       * @description Whether the place is featured on the home page and comes first in lists. Admins only.
       * @default false
       */
      isPremium?: boolean;
      /**
       * @description Whether the team recommends the place. Admins only.
       * @default false
       */
      isRecommended?: boolean;
      /**
       * @description Whether the position of the place was checked. Admins only.
       * @default false
       */
      isVerified?: boolean;
      /** @description The latest year in which a source names the place. Admins only. */
      lastSeenYear?: number | null;
      /**
       * @description The latitude in degrees (WGS 84); a numeric string is accepted.
       * @example 16.58137
       */
      latitude: number | string;
      /** @description Ignored. */
      readonly likeCount?: unknown;
      /** @description Ignored. */
      readonly liveSince?: unknown;
      /** @description The name in the language of the region, with its diacritics. */
      localName?: string | null;
      /**
       * @description The longitude in degrees (WGS 84); a numeric string is accepted.
       * @example 107.28308
       */
      longitude: number | string;
      /**
       * @description The name of the place.
       * @example Lantern Cave
       */
      name: string;
      /** @description Ignored; computed from `operatingHours`. */
      readonly opening?: unknown;
      /**
       * @description The opening hours in the syntax of OpenStreetMap's `opening_hours`, as in `Mo-Fr 07:00-11:30,13:00-17:00; 2027 Feb 05-11 off`. Typographic dashes, one-digit hours and the like are corrected. Rules that cannot be computed are kept as text: public holidays (`PH`), sunrise, open ends, "unknown".
       * @example Mo-Su 07:00-17:00
       */
      operatingHours?: string | null;
      /** @description The account of the owner. Admins only. */
      ownerId?: string | null;
      /** @description The phone number. */
      phone?: string | null;
      /** @description Ignored. */
      readonly phoneParts?: unknown;
      /** @description Ignored. */
      readonly pictures?: unknown;
      /**
       * @description The price range: `$`, `$$`, `$$$`, or words.
       * @example $$
       */
      priceRange?: string | null;
      /** @description The rating from 1 to 5, in tenths; null if there is none. A numeric string is accepted. Admins only. */
      rating?: number | string | null;
      /**
       * @description The site on which the rating was read; `google` if a first rating is sent without a source. Admins only.
       * @default google
       */
      ratingSource?: string | null;
      /** @description Ignored. */
      readonly recheckReason?: unknown;
      /**
       * @description The number of ratings of which `rating` is the mean. Admins only.
       * @default 0
       */
      reviewCount?: number;
      /** @description Reviews that guests wrote elsewhere. */
      reviews?: {
        /** @description The name of the author. */
        author: string;
        /** @description The rating from 1 to 5. */
        rating: number;
        /** @description The text of the review. */
        text: string;
      }[];
      /** @description The slug of the place. Made from the name if it is not sent; the former slug redirects. */
      slug?: string;
      /** @description The sources of the facts about the place. Admins only. */
      sources?: string[];
      /** @description The tags, which filters and searches use. */
      tags?: string[];
      /** @description When the place stops being public, a time in the future; null if it stays. Admins only. */
      unpublishAt?: string | null;
      /** @description Ignored. */
      readonly updatedAt?: unknown;
      /** @description Ignored; send `If-Match` to check the version. */
      readonly version?: unknown;
      /**
       * Format: http-url
       * @description The URL of the place's own website.
       */
      website?: string | null;
    };
    /** @description A place. */
    PlaceResponse: {
      /**
       * @description Whether `createEnquiry` accepts enquiries to the place: the form is enabled, and the place has an email address
       *     or an owner.
       */
      acceptsEnquiries: boolean;
      /**
       * @description The postal address.
       * @example Wharf Road 1, Lantern Bay
       */
      address: string | null;
      /** @description The booking link of a partner. */
      affiliateLink: string | null;
      /** @description The URL of the place on Agoda. */
      agodaUrl: string | null;
      /**
       * @description The amenities, such as parking.
       * @example [
       *       "parking",
       *       "life vests"
       *     ]
       */
      amenities: string[];
      /** @description The URL of the place on Booking.com. */
      bookingComUrl: string | null;
      /** @description How the place is booked. */
      bookingType: components["schemas"]["BookingType"];
      /** @description The categories, the main one first. */
      categories: components["schemas"]["CategoryRef"][];
      category: components["schemas"]["CategoryRef"] | null;
      /**
       * @description The ids of `categories`, as requests send them.
       * @example [
       *       4
       *     ]
       */
      categoryIds: components["schemas"]["CategoryId"][];
      checkedAt: components["schemas"]["Moment"] | null;
      checkedBy: components["schemas"]["AccountId"] | null;
      /**
       * @description The commune in which the place is.
       * @example Lantern Bay
       */
      commune: string | null;
      coordinateConfidence: components["schemas"]["Confidence"] | null;
      /** @description The time of creation. */
      createdAt: components["schemas"]["Moment"];
      /**
       * @description The description, a few sentences of plain text.
       * @example A boat carries you 1,500 m into the rock, past two halls.
       */
      description: string | null;
      /** @description The contact for direct bookings: an email address, a URL or a phone number. */
      directBookingContact: string | null;
      /**
       * @description The link made from `directBookingContact`: an https, `mailto:` or `tel:` link; null if it is none of them.
       * @example tel:+84232000111
       */
      directBookingUrl: string | null;
      /**
       * @description The email address.
       * @example boats@example.org
       */
      email: string | null;
      /** @description Whether the page of the place offers an enquiry form. */
      enquiryFormEnabled: boolean;
      /** @description The text on the card of a featured place. */
      featuredText: string | null;
      /**
       * @description Further images, like `imageUrl`.
       * @example [
       *       "/media/3f9c2a1b-9f86d081884c7d65.jpg"
       *     ]
       */
      gallery: string[];
      /** @description The URL of the place on Google Maps. */
      googleMapsUrl: string | null;
      /**
       * @description The opening hours in words.
       * @example Daily, 7 am to 5 pm
       */
      hours: string | null;
      /** @description The id of the place. */
      id: components["schemas"]["PlaceId"];
      /**
       * @description The main image: a path on this site (`/…`) or an http(s) URL.
       * @example /media/3f9c2a1b-9f86d081884c7d65.jpg
       */
      imageUrl: string | null;
      /**
       * @description Whether the place is public. Inactive places are visible only to their owner and to admins.
       * @example true
       */
      isActive: boolean;
      /** @description Whether the caller has saved the place; `false` for callers without an account. */
      isLiked: boolean;
      /** @description Whether the place is featured on the home page and comes first in lists. */
      isPremium: boolean;
      /** @description Whether the team recommends the place. */
      isRecommended: boolean;
      /**
       * @description Whether the position of the place was checked.
       * @example true
       */
      isVerified: boolean;
      /**
       * Format: int64
       * @description The latest year in which a source names the place.
       * @example 2023
       */
      lastSeenYear: number | null;
      /**
       * Format: double
       * @description The latitude in degrees (WGS 84).
       * @example 16.58137
       */
      latitude: number;
      /**
       * Format: int64
       * @description The number of accounts that have saved the place.
       * @example 12
       */
      likeCount: number;
      liveSince: components["schemas"]["Moment"] | null;
      /**
       * @description The name in the language of the region, with its diacritics.
       * @example Hang Đèn Lồng
       */
      localName: string | null;
      /**
       * Format: double
       * @description The longitude in degrees (WGS 84).
       * @example 107.28308
       */
      longitude: number;
      /**
       * @description The name of the place.
       * @example Lantern Cave
       */
      name: string;
      opening: components["schemas"]["Opening"] | null;
      /**
       * @description The opening hours in the syntax of OpenStreetMap's `opening_hours`.
       * @example Mo-Su 07:00-17:00
       */
      operatingHours: string | null;
      ownerId: components["schemas"]["AccountId"] | null;
      /**
       * @description The phone number, as entered.
       * @example +84 232 000 111
       */
      phone: string | null;
      /** @description `phone` in parts. A part that is a phone number has the link that calls it. */
      phoneParts: components["schemas"]["PhonePart"][];
      /** @description The images of `imageUrl` and `gallery` that this guide stores, each once, in order. */
      pictures: components["schemas"]["ImageResponse"][];
      /**
       * @description The price range: `$`, `$$`, `$$$`, or words.
       * @example $$
       */
      priceRange: string | null;
      /**
       * Format: double
       * @description The rating from 1 to 5, in tenths; null if there is none.
       * @example 4.6
       */
      rating: number | null;
      ratingSource: components["schemas"]["RatingSource"] | null;
      recheckReason: components["schemas"]["RecheckReason"] | null;
      /**
       * Format: int64
       * @description The number of ratings of which `rating` is the mean.
       * @example 120
       */
      reviewCount: number;
      /** @description Reviews that guests wrote elsewhere. */
      reviews: components["schemas"]["Review"][];
      /**
       * @description The slug of the place; its page is `/places/{slug}`.
       * @example lantern-cave
       */
      slug: string;
      /**
       * @description The sources of the facts about the place.
       * @example [
       *       "The park's map of 2023"
       *     ]
       */
      sources: string[];
      /**
       * @description The tags, which filters and searches use.
       * @example [
       *       "boat",
       *       "river"
       *     ]
       */
      tags: string[];
      unpublishAt: components["schemas"]["Moment"] | null;
      /** @description The time of the last change. */
      updatedAt: components["schemas"]["Moment"];
      /**
       * Format: int64
       * @description The version number; each change increments it. `If-Match` compares it.
       * @example 3
       */
      version: number;
      /** @description Warnings about the saved values; only in responses to a change. */
      warnings?: components["schemas"]["Warning"][];
      /**
       * @description The URL of the place's own website.
       * @example https://lantern-cave.example
       */
      website: string | null;
    };
    /** @description A suggested place. */
    PlaceSuggestion: {
      /**
       * @description The slug of the main category.
       * @example cave
       */
      category: string | null;
      /** @description The id of the place. */
      id: components["schemas"]["PlaceId"];
      /**
       * @description The name in the language of the region, with its diacritics.
       * @example Hang Én
       */
      localName: string | null;
      /**
       * @description The name of the place.
       * @example Lantern Cave
       */
      name: string;
      /**
       * @description The slug of the place; its page is `/places/{slug}`.
       * @example lantern-cave
       */
      slug: string;
    };
    /** @description A GeoJSON point. */
    PointGeometry: {
      /**
       * @description The longitude and the latitude, in this order.
       * @example [
       *       107.28308,
       *       16.58137
       *     ]
       */
      coordinates: number[];
      /** @example Point */
      type: string;
    };
    /** @description A shared preview in a list, without its ticket. */
    PreviewItem: {
      /** @description The account that made the preview. */
      accountId: components["schemas"]["AccountId"];
      /**
       * @description The name of that account.
       * @example Linh Tran
       */
      accountName: string | null;
      /** @description The time at which the preview was made. */
      createdAt: components["schemas"]["Moment"];
      /** @description The time from which the link no longer works. */
      expiresAt: components["schemas"]["Moment"];
      /**
       * Format: int64
       * @description The id of the preview.
       * @example 3
       */
      id: number;
      /**
       * @description A note for the team, such as the recipient of the link.
       * @example For the owner of the boat
       */
      note: string | null;
    };
    /** @description A preview to make. */
    PreviewRequest: {
      /** @description Whether the link is for people without an account and is listed. Otherwise it is for the console and works for an hour. Default: false. */
      isShared?: boolean;
      /**
       * @description A note for the team; null for none.
       * @example For the owner of the boat
       */
      note?: string | null;
      /**
       * @description For how many hours a shared link works. Default: 168, a week.
       * @example 168
       */
      validHours?: number;
    };
    /** @description A record with its draft, as the site reads it. */
    PreviewResponse: {
      /** @description The values of the draft that break a rule. They are not in `record`. */
      errors: components["schemas"]["FieldError"][];
      /** @description The time from which the link no longer works. */
      expiresAt: components["schemas"]["Moment"];
      /** @description The kind of the record. */
      kind: components["schemas"]["AuditKind"];
      publishAt: components["schemas"]["Moment"] | null;
      /** @description The record as its public call would return it once the draft is published. */
      record: Record<string, never>;
      /**
       * @description The id of the record; of a standing page its name, of the settings `1`.
       * @example 7
       */
      recordId: string;
    };
    /** @description The terms of service and the privacy policy. */
    Privacy: {
      /** @description The sections of the privacy policy. */
      policy: components["schemas"]["Passage"][];
      /** @description The sections of the terms of service. */
      terms: components["schemas"]["Passage"][];
      /**
       * @description The heading.
       * @example Terms and privacy
       */
      title: string;
      /**
       * Format: date
       * @description The date of the last change.
       * @example 2025-07-30
       */
      updated: string;
    };
    /**
     * @description The terms of service and the privacy policy.
     * @example {
     *       "policy": [
     *         {
     *           "paragraphs": [
     *             "Write to {email}."
     *           ],
     *           "title": "Who to ask"
     *         }
     *       ],
     *       "updated": "2025-07-30"
     *     }
     */
    PrivacyChanges: {
      /** @description The sections of the privacy policy. */
      policy?: {
        /** @description The paragraphs. */
        paragraphs: string[];
        /** @description The heading. */
        title: string;
      }[];
      /** @description The sections of the terms of service. */
      terms?: {
        /** @description The paragraphs. */
        paragraphs: string[];
        /** @description The heading. */
        title: string;
      }[];
      /** @description The heading. */
      title?: string;
      /**
       * @description The date of the last change.
       * @example 2025-07-30
       */
      updated?: string;
      /** @description Ignored. */
      readonly updatedAt?: unknown;
      /** @description Ignored; send `If-Match` to check the version. */
      readonly version?: unknown;
    };
    /** @description A problem document (RFC 9457), the body of every error response. */
    Problem: {
      /**
       * @description The code of this kind of error, one of `x-codes`. More codes may be added: treat an unknown one like its status.
       * @example validation_failed
       */
      code: string;
      /** @description With status 412: the record as it is now. */
      current?: Record<string, never> | null;
      /**
       * @description An explanation of this error, for people.
       * @example Business name is required
       */
      detail: string;
      /** @description The invalid fields or parameters, one entry for each broken rule. */
      errors?: components["schemas"]["FieldError"][];
      /**
       * @description The values of the sentence by their names, for a sentence of the client's own.
       * @example {
       *       "limit": 200
       *     }
       */
      params?: {
        [key: string]: string | number;
      };
      /** @description Of a change of several records: those that prevent it. */
      records?: components["schemas"]["RecordProblem"][];
      /**
       * @description The request id, as in the `X-Request-Id` header of the response and in the server log.
       * @example 0198c6a1f0e27d4c
       */
      requestId: string;
      /**
       * Format: int32
       * @description The HTTP status.
       * @example 422
       */
      status: number;
      /**
       * @description The name of the status.
       * @example Unprocessable Content
       */
      title: string;
      /**
       * @description The type of the problem, a URI reference; `about:blank` if the status says everything.
       * @example about:blank
       */
      type: string;
    };
    /** @description The caller's profile. */
    ProfileChanges: {
      /**
       * @description The given name.
       * @example Linh
       */
      firstName?: string;
      /**
       * @description The family name.
       * @example Tran
       */
      lastName?: string;
      /**
       * Format: image-url
       * @description The URL of an image; null for none.
       */
      photoURL?: string | null;
    };
    /** @description The caller's account with its means of signing in. */
    ProfileResponse: components["schemas"]["AccountResponse"] & {
      /** @description The time of creation. */
      createdAt: components["schemas"]["Moment"];
      /** @description The identity providers that are linked to the account. */
      federated: components["schemas"]["Federated"][];
      /** @description Whether the account has a password. */
      hasPassword: boolean;
      /** @description Whether sign-in requires a code after the password. */
      hasSecondFactor: boolean;
      /** @description Whether the user has confirmed the email address. */
      isEmailVerified: boolean;
      /**
       * @description Whether the guide requires a second factor that the account does not have. Until it is set up, the account has
       *     the permissions of a viewer.
       */
      owesSecondFactor: boolean;
    };
    /**
     * @description The identity provider that manages the accounts: the guide itself or Firebase Authentication.
     * @enum {string}
     */
    Provider: "builtin" | "firebase";
    /** @description A change of a public record. */
    PublicChange: {
      /** @description The time of the change. */
      at: components["schemas"]["Moment"];
      /** @description What to do with a copy of the record. */
      change: components["schemas"]["ChangeType"];
      /**
       * @description The id of the record; of a standing page its name, of the settings `1`.
       * @example 7
       */
      id: string;
      /** @description The kind of the record. */
      kind: components["schemas"]["PublicKind"];
      /**
       * @description The slug of a place, article or category; null for other kinds and for `delete`.
       * @example lantern-cave
       */
      slug: string | null;
    };
    /**
     * @description The kind of a record in the feed.
     * @enum {string}
     */
    PublicKind: "article" | "category" | "page" | "place" | "settings";
    /** @description The record after its draft was published. */
    PublishedDraft: {
      /**
       * Format: int64
       * @description The version of the record.
       * @example 6
       */
      version: number;
    };
    /** @description A question with its answer. */
    Question: {
      /**
       * @description The answer, one paragraph.
       * @example Sign in and touch its heart.
       */
      answer: string;
      /**
       * @description The question, in the words of a traveler.
       * @example How do I save a place?
       */
      question: string;
    };
    /**
     * @description The site on which the rating of a place was read.
     * @enum {string}
     */
    RatingSource: "google" | "booking" | "agoda" | "tripadvisor" | "facebook" | "guide";
    /** @description The confirmation that a contact message was received. */
    Receipt: {
      /** @description The id of the message. */
      id: components["schemas"]["MessageId"];
      /** @description The time at which the message was received. */
      receivedAt: components["schemas"]["Moment"];
    };
    /**
     * @description Why a formerly verified place must be verified again.
     * @enum {string}
     */
    RecheckReason: "changed" | "expired";
    /**
     * @description The kinds of these records, by their names in URLs.
     * @enum {string}
     */
    RecordKind: "businesses" | "articles" | "categories" | "pages" | "settings";
    /** @description A record that prevents a change of several records. */
    RecordProblem: {
      /**
       * @description The code of what prevents the change, one of `x-codes` of `Problem`.
       * @example precondition_failed
       */
      code: string;
      /**
       * @description What prevents the change, for people.
       * @example Someone else has changed this since you opened it
       */
      detail: string;
      /** @description The invalid fields, one entry for each broken rule. */
      errors?: components["schemas"]["FieldError"][];
      /** @description The kind of the record. */
      kind: components["schemas"]["AuditKind"];
      /**
       * @description The name or title of the record.
       * @example Lantern Cave
       */
      name: string;
      /**
       * @description The id of the record; of a standing page its name, of the settings `1`.
       * @example 7
       */
      recordId: string;
    };
    /** @description Recovery codes that replace the one-time code of a lost phone. They are returned only once. */
    RecoveryCodesResponse: {
      /**
       * @description Ten codes; each can be used once.
       * @example [
       *       "abcd-efgh-jkmn-pqrs"
       *     ]
       */
      recoveryCodes: string[];
    };
    /** @description A release with its drafts or with the records that it published. */
    Release: components["schemas"]["ReleaseItem"] & {
      /** @description Its drafts while it is open. Drafts of records in the trash are left out, and are not published. */
      drafts: components["schemas"]["DraftItem"][];
      /** @description The records that it published. */
      records: components["schemas"]["ReleaseRecord"][];
    };
    /** @description A release. */
    ReleaseChanges: {
      /**
       * @description The name, for the team.
       * @example Hours during Tết
       */
      name?: string;
      /**
       * @description When the release is published automatically, a time in the future; null if it is not.
       * @example 2027-02-05T01:00:00Z
       */
      publishAt?: string | null;
    };
    /**
     * Format: int64
     * @description The id of a release.
     * @example 7
     */
    ReleaseId: number;
    /** @description A release in a list. */
    ReleaseItem: {
      accountId: components["schemas"]["AccountId"] | null;
      /**
       * @description The current name of that account; null once it is deleted.
       * @example Linh Tran
       */
      accountName: string | null;
      /** @description The time at which it was created. */
      createdAt: components["schemas"]["Moment"];
      /** @description The id. */
      id: components["schemas"]["ReleaseId"];
      /**
       * @description The name.
       * @example Hours during Tết
       */
      name: string;
      /**
       * @description The code of the problem that prevented the publication at `publishAt`; null if there was none.
       * @example release_refused
       */
      problem: string | null;
      publishAt: components["schemas"]["Moment"] | null;
      publishedAt: components["schemas"]["Moment"] | null;
      /**
       * Format: int64
       * @description The number of its drafts, or of the records that it published.
       * @example 60
       */
      recordCount: number;
      /** @description Whether it can still be changed. */
      state: components["schemas"]["ReleaseState"];
      /** @description The time of the last change. */
      updatedAt: components["schemas"]["Moment"];
      /**
       * Format: int64
       * @description The version; each change of the release or of the set of its drafts increases it. `If-Match` compares it.
       * @example 3
       */
      version: number;
    };
    /** @description A record that a release has published. */
    ReleaseRecord: {
      /** @description Whether the release changed the record. Otherwise it already had the values of its draft. */
      isChanged: boolean;
      /** @description The kind of the record. */
      kind: components["schemas"]["AuditKind"];
      /**
       * @description The name or title that the record has now.
       * @example Lantern Cave
       */
      name: string;
      /**
       * @description The id of the record; of a standing page its name, of the settings `1`.
       * @example 7
       */
      recordId: string;
      /**
       * Format: int64
       * @description The version that the record has now; null if it was deleted. If it is not `version`, the record was changed since
       *     and prevents an undo.
       * @example 6
       */
      recordVersion: number | null;
      /**
       * Format: int64
       * @description The version of the record since the release.
       * @example 6
       */
      version: number;
    };
    /** @description A release. */
    ReleaseRequest: {
      /**
       * @description The name, for the team.
       * @example Hours during Tết
       */
      name: string;
      /**
       * @description When the release is published automatically, a time in the future; null if it is not.
       * @example 2027-02-05T01:00:00Z
       */
      publishAt?: string | null;
    };
    /**
     * @description Whether a release can still be changed.
     * @enum {string}
     */
    ReleaseState: "open" | "published" | "undone" | "canceled";
    /** @description A page that could not be rendered at the last attempt. */
    RenderFailure: {
      /**
       * @description The id of the record; null for other pages.
       * @example 7
       */
      id: string | null;
      kind: components["schemas"]["AuditKind"] | null;
      /**
       * @description The name or title of the record; null for other pages.
       * @example Lantern Cave
       */
      name: string | null;
      /**
       * @description The path of the page, percent-decoded.
       * @example /places/lantern-cave
       */
      path: string;
      /**
       * @description The reason of the last failure: plain text, at most 300 characters.
       * @example The renderer returned 500
       */
      reason: string;
      /** @description The time of the first failure since the page was last rendered. */
      since: components["schemas"]["Moment"];
    };
    /** @description What to restore. */
    RestoreRequest: {
      /** @description The names of the fields to restore. Without it, all fields of the revision are restored, except `ownerId`, `isActive`, `publicationDate`, `unpublishAt` and `notice`. `isVerified` is never restored. */
      fields?: string[];
    };
    /** @description The result of a restore. */
    RestoredRevision: {
      /** @description The fields that could not be restored. */
      skipped: components["schemas"]["SkippedField"][];
      /**
       * Format: int64
       * @description The version of the record, which is the number of the new revision.
       * @example 8
       */
      version: number;
    };
    /** @description A review that a guest wrote elsewhere. */
    Review: {
      /**
       * @description The name of the author.
       * @example Linh T.
       */
      author: string;
      /**
       * Format: double
       * @description The rating from 1 to 5.
       * @example 4.5
       */
      rating: number;
      /**
       * @description The text of the review.
       * @example Two hours by boat, and we were alone in there.
       */
      text: string;
    };
    /** @description A revision with the whole record. */
    Revision: components["schemas"]["RevisionItem"] & {
      /**
       * @description The record as staff saw it after the save, by the field names of that time, without derived fields such as the
       *     computed opening schedule.
       */
      snapshot: Record<string, never>;
    };
    /** @description Changes of a revision. Fields that are not sent keep their values. */
    RevisionChanges: {
      /** @description Whether the revision stays when older ones are deleted. */
      isPinned?: boolean;
      /**
       * @description A note about the revision; null for none.
       * @example Hours during Tết
       */
      note?: string | null;
    };
    /** @description A revision in a list: who saved the record, when, and what the save changed. */
    RevisionItem: {
      accountId: components["schemas"]["AccountId"] | null;
      /**
       * @description The current name of that account; null without an account, once it is deleted, and, for callers who are not
       *     admins, for other accounts.
       * @example Linh Tran
       */
      accountName: string | null;
      /**
       * @description The action, as in the audit log, such as `updatePlace`; null for the state before the first recorded save.
       * @example updatePlace
       */
      action: string | null;
      /**
       * @description The fields that the save changed; null for the first revision of a record.
       * @example [
       *       "operatingHours"
       *     ]
       */
      changedFields: string[] | null;
      /** @description The time of the save. */
      createdAt: components["schemas"]["Moment"];
      /** @description Whether the revision stays when older ones are deleted. */
      isPinned: boolean;
      /**
       * @description A note of an admin; null for callers who are not admins.
       * @example Hours during Tết
       */
      note: string | null;
      /**
       * Format: int64
       * @description The number of the revision: the `version` of the record after the save. Numbers can have gaps, because some
       *     changes are not saves, such as replacing an image.
       * @example 3
       */
      number: number;
    };
    /**
     * @description The role of an account, which determines its permissions. The lowest rank comes first.
     * @enum {string}
     */
    Role: "viewer" | "business_owner" | "admin";
    /** @description What happens to a record at a time, and who scheduled it. */
    ScheduleItem: {
      accountId: components["schemas"]["AccountId"] | null;
      /**
       * @description The current name of that account; null once it is deleted.
       * @example Linh Tran
       */
      accountName: string | null;
      /** @description What happens. */
      action: components["schemas"]["ScheduledAction"];
      /**
       * Format: int64
       * @description The version of the record that the draft changes; null if this is no draft. If it is not `recordVersion`, the
       *     record was changed since, and the draft will not be published.
       * @example null
       */
      baseVersion: number | null;
      /**
       * @description Whether that account exists and is active. The draft or release of an account that is not will not be published.
       *     Articles are published, and records unpublished, in any case.
       * @example true
       */
      isAccountActive: boolean;
      /** @description The kind of the record. */
      kind: components["schemas"]["AuditKind"];
      /**
       * @description The name or title of the record as it is public, or the name of the release.
       * @example Lantern Cave
       */
      name: string;
      /**
       * @description The id of the record or release; of a standing page its name, of the settings `1`.
       * @example 7
       */
      recordId: string;
      /**
       * Format: int64
       * @description The version of the record or release.
       * @example 5
       */
      recordVersion: number;
      /** @description When it happens. */
      time: components["schemas"]["Moment"];
      /**
       * Format: int64
       * @description The version that `If-Match` compares when this is moved or canceled: of the draft for `publish_draft`, otherwise of
       *     the record or release.
       * @example 5
       */
      version: number;
    };
    /**
     * @description What happens to a record at a time.
     * @enum {string}
     */
    ScheduledAction: "unpublish" | "publish_article" | "publish_draft" | "publish_release";
    /** @description A code of the second factor. */
    SecondFactorCode: {
      /**
       * @description The six-digit code of the authenticator app, or a recovery code.
       * @example 081804
       */
      code: string;
    };
    /** @description The password, if the account has one. */
    SecondFactorRequest: {
      /**
       * @description The password of the account.
       * @example seven-lanterns
       */
      password?: string | null;
    };
    /** @description The secret of a new second factor, for an authenticator app. */
    SecondFactorResponse: {
      /**
       * @description The secret in Base32, to be typed.
       * @example GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ
       */
      secret: string;
      /**
       * @description The secret as an `otpauth:` URI, to be shown as a QR code.
       * @example otpauth://totp/Guide:linh%40example.org?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Guide
       */
      uri: string;
    };
    /** @description A session: a sign-in on one device. */
    SessionItem: {
      /** @description The time of the sign-in. */
      createdAt: components["schemas"]["Moment"];
      /**
       * @description The browser and the operating system, from the `User-Agent` header; blank without it.
       * @example Firefox on Linux
       */
      device: string;
      /**
       * @description The id of the session.
       * @example 0198c6a1f0e27d4cb1a29c1e5a7d3f10
       */
      id: string;
      /** @description Whether this is the session of the request. */
      isCurrent: boolean;
      /** @description The time at which the session was last renewed. */
      usedAt: components["schemas"]["Moment"];
    };
    /** @description A session with its access token. */
    SessionResponse: {
      /** @description The time at which the token expires, an hour after it was issued. */
      expiresAt: components["schemas"]["Moment"];
      /**
       * @description The access token, to be sent as `Authorization: Bearer`. A JWT that can be verified with the keys of
       *     `/api/auth/jwks`.
       * @example eyJhbGciOiJFZERTQSJ9.eyJhdWQiOiJrYXJzdCJ9.c2lnbmF0dXJl
       */
      token: string;
      /** @description The account that signed in. */
      user: components["schemas"]["AccountResponse"];
    };
    /** @description The settings that admins edit. */
    Settings: {
      /**
       * @description The measurement id of the analytics service; blank for none.
       * @example G-ABC1234567
       */
      analyticsId: string;
      /**
       * @description The name of the guide.
       * @example Lantern Bay Guide
       */
      brand: string;
      /**
       * @description The email address that receives contact messages; blank for none.
       * @example team@example.org
       */
      contactEmail: string;
      /** @description The country of phone numbers without a country code, as ISO 3166-1 alpha-2. */
      country?: components["schemas"]["Country"];
      /** @description The cards on the home page that lead to parts of the guide. */
      doors: components["schemas"]["HomeCard"][];
      /** @description The prompts that the home page types. */
      heroPrompts: components["schemas"]["HeroPrompt"][];
      /**
       * @description The image of the region: a path on this site (`/…`) or an http(s) URL; null for the built-in illustration. The
       *     home page shows it, and links to pages without an image use it.
       */
      imageUrl: string | null;
      /** @description The initial section of the map. */
      map: components["schemas"]["MapCamera"];
      /** @description The notice above every page. */
      notice: components["schemas"]["Notice"];
      /**
       * @description The name of the region as articles show it.
       * @example Lantern Bay, Vietnam
       */
      regionLine: string;
      /**
       * @description The name of the region.
       * @example Lantern Bay
       */
      regionName: string;
      /** @description The pages of the guide in social networks. */
      social: components["schemas"]["Social"];
      /**
       * @description The tagline under the name.
       * @example Caves, rivers, and where to stay
       */
      tagline: string;
      /**
       * @description The time zone of the region, an IANA name.
       * @example Asia/Ho_Chi_Minh
       */
      timeZone: string;
      /** @description A description of the guide. */
      whatIs: components["schemas"]["WhatIs"];
    };
    /** @description The settings of the guide and its region. */
    SettingsChanges: {
      /** @description The measurement id of the analytics service; blank for none. */
      analyticsId?: string;
      /**
       * @description The name of the guide.
       * @example Lantern Bay Guide
       */
      brand?: string;
      /**
       * Format: deliverable-email
       * @description The email address that receives contact messages; blank for none.
       * @example team@example.org
       */
      contactEmail?: string;
      /**
       * @description The country of phone numbers without a country code, as ISO 3166-1 alpha-2.
       * @default VN
       * @example VN
       */
      country?: string;
      /** @description The cards on the home page that lead to parts of the guide. */
      doors?: {
        /** @description The label of the link. */
        button: string;
        /**
         * @description The path of a page of this guide.
         * @example /explore?category=cave
         */
        href: string;
        /** @description One or two sentences. */
        text: string;
        /** @description The heading. */
        title: string;
      }[];
      /** @description The prompts that the home page types. */
      heroPrompts?: {
        /** @description The label of the button. */
        button: string;
        /**
         * @description The path of a page of this guide.
         * @example /explore?category=cave
         */
        href: string;
        /** @description The sentence. */
        text: string;
      }[];
      /**
       * Format: image-url
       * @description The image of the region: a path on this site or an http(s) URL; null for the built-in illustration.
       */
      imageUrl?: string | null;
      /** @description The initial section of the map. */
      map?: {
        /**
         * @description The latitude of the center in degrees.
         * @example 16.58137
         */
        latitude: number | string;
        /**
         * @description The longitude of the center in degrees.
         * @example 107.28308
         */
        longitude: number | string;
        /**
         * @description The zoom level of web maps.
         * @example 10
         */
        zoom: number;
      };
      /** @description Ignored: it is part of the server configuration. */
      readonly mapStyleUrl?: unknown;
      /** @description The notice above every page. */
      notice?: {
        /**
         * @description The path of a page of this guide with details; blank for none.
         * @example /inspiration/7-after-the-flood
         */
        href?: string;
        /**
         * @description The text of the notice; blank for no notice.
         * @example The road to the caves is closed after the flood.
         */
        text?: string;
        /**
         * @description The last day of the notice in the time zone of the region; blank for no end.
         * @example 2026-11-30
         */
        until?: string;
      };
      /** @description Ignored. */
      readonly pictures?: unknown;
      /** @description Ignored: it is part of the server configuration. */
      readonly publicUrl?: unknown;
      /**
       * @description The name of the region as articles show it.
       * @example Lantern Bay, Vietnam
       */
      regionLine?: string;
      /**
       * @description The name of the region.
       * @example Lantern Bay
       */
      regionName?: string;
      /** @description The URLs of the guide in social networks; blank ones are hidden. */
      social?: {
        /**
         * Format: http-url
         * @description The URL of the page; blank for none.
         */
        facebook?: string;
        /**
         * Format: http-url
         * @description The URL of the page; blank for none.
         */
        instagram?: string;
        /**
         * Format: http-url
         * @description The URL of the page; blank for none.
         */
        tiktok?: string;
        /**
         * Format: http-url
         * @description The URL of the page; blank for none.
         */
        youtube?: string;
      };
      /**
       * @description The tagline under the name.
       * @example Caves, rivers, and where to stay
       */
      tagline?: string;
      /**
       * @description The time zone of the region, an IANA name.
       * @example Asia/Ho_Chi_Minh
       */
      timeZone?: string;
      /** @description Ignored. */
      readonly updatedAt?: unknown;
      /** @description Ignored. */
      readonly uuid?: unknown;
      /** @description Ignored; send `If-Match` to check the version. */
      readonly version?: unknown;
      /** @description A description of the guide in a few sentences. */
      whatIs?: {
        /** @description The paragraphs. */
        paragraphs?: string[];
        /**
         * @description The heading.
         * @example What this guide is
         */
        title: string;
      };
    };
    /** @description The settings of the guide and its region. */
    SettingsResponse: components["schemas"]["Settings"] & {
      /** @description The URL of a map style; null for the built-in style. */
      mapStyleUrl: string | null;
      /** @description The image of `imageUrl`, if it is in the media library. */
      pictures: components["schemas"]["ImageResponse"][];
      /**
       * @description The public URL of the guide, without a trailing slash.
       * @example https://guide.example.org
       */
      publicUrl: string;
      updatedAt: components["schemas"]["Moment"] | null;
      /**
       * @description The id of the guide in feeds, as `urn:uuid:…`; it never changes. Blank before the settings are first saved.
       * @example 0198c6a1-f0e2-7d4c-b1a2-9c1e5a7d3f11
       */
      uuid: string;
      /**
       * Format: int64
       * @description The version number; each change increments it. `If-Match` compares it.
       * @example 3
       */
      version: number;
    };
    /** @description The configuration of sign-in. */
    SignInConfigResponse: {
      /**
       * @description The API key of the Firebase project, which is not a secret. The Firebase fields are present only if Firebase
       *     manages the accounts.
       * @example AIzaSyExample
       */
      apiKey?: string | null;
      /** @description The id of the app in the Firebase project. */
      appId?: string | null;
      /**
       * @description The domain at Firebase on which browsers sign in with other identity providers.
       * @example karst-guide.firebaseapp.com
       */
      authDomain?: string | null;
      /**
       * @description The address of the Firebase emulator, in development.
       * @example 127.0.0.1:9099
       */
      emulatorHost?: string | null;
      /** @description The identity providers that users can sign in with, in the order in which to offer them. */
      federated: components["schemas"]["Federated"][];
      /** @description Whether a mail server is configured, so that emails such as verifications and password resets are sent. */
      mail: boolean;
      /**
       * @description The display name of the `openid` provider; null if it is not configured.
       * @example Province ID
       */
      openidName: string | null;
      /**
       * @description The minimum length of a password, in characters.
       * @example 6
       */
      passwordMinLength: number;
      /**
       * @description The id of the Firebase project.
       * @example karst-guide
       */
      projectId?: string | null;
      /** @description The identity provider that manages the accounts. */
      provider: components["schemas"]["Provider"];
    };
    /**
     * @description The email address and the password, and a code if the account has a second factor.
     * @example {
     *       "email": "linh@example.org",
     *       "password": "seven-lanterns"
     *     }
     */
    SignInRequest: {
      /**
       * @description The six-digit code of the authenticator app, or a recovery code.
       * @example 081804
       */
      code?: string | null;
      /**
       * @description The email address; upper and lower case are equivalent.
       * @example linh@example.org
       */
      email: string;
      /**
       * @description The password of the account.
       * @example seven-lanterns
       */
      password: string;
    };
    /** @description A new account. */
    SignUpRequest: {
      /**
       * Format: deliverable-email
       * @description The email address; upper and lower case are equivalent.
       * @example linh@example.org
       */
      email: string;
      /**
       * @description The given name.
       * @example Linh
       */
      firstName: string;
      /**
       * @description The family name.
       * @example Tran
       */
      lastName: string;
      /**
       * @description The new password.
       * @example seven-lanterns
       */
      password: string;
    };
    /**
     * @description Why a field was not restored.
     * @enum {string}
     */
    SkipReason:
      | "unknown_field"
      | "never_restored"
      | "admin_only"
      | "image_deleted"
      | "category_deleted"
      | "time_in_past";
    /** @description A field that was not restored, or not completely. */
    SkippedField: {
      /**
       * @description The name of the field.
       * @example imageUrl
       */
      field: string;
      /** @description Why it was not restored. */
      reason: components["schemas"]["SkipReason"];
    };
    /** @description A record that an undo did not restore. */
    SkippedRecord: {
      /**
       * Format: int64
       * @description The id of the record.
       * @example 12
       */
      id: number;
      /**
       * @description The name of the record.
       * @example Lantern Cave
       */
      name: string;
    };
    /** @description The URLs of the guide in social networks; blank ones are hidden. */
    Social: {
      /**
       * @default
       * @example https://facebook.example/lantern-bay
       */
      facebook?: string;
      /**
       * @default
       * @example https://instagram.example/lantern-bay
       */
      instagram?: string;
      /**
       * @default
       * @example https://tiktok.example/lantern-bay
       */
      tiktok?: string;
      /**
       * @default
       * @example https://youtube.example/lantern-bay
       */
      youtube?: string;
    };
    /** @description A reason of a spam score. */
    SpamReason: {
      /**
       * @description The code of the reason.
       * @example links
       */
      code: string;
      /**
       * Format: int64
       * @description The points that the reason adds to the score; negative if it speaks against spam.
       * @example 35
       */
      points: number;
      /**
       * @description A sentence for the moderator.
       * @example Contains 3 links.
       */
      text: string;
    };
    /** @description The properties of a place that a map shows. */
    SpotProperties: {
      /**
       * @description Whether the position is approximate: the `coordinateConfidence` of the place is `approximate` or `village-level`.
       *     Then show "location approximate".
       */
      approximate: boolean;
      /**
       * @description The slug of the main category.
       * @example cave
       */
      category: string | null;
      /**
       * @description The color of the main category; null for the default gray.
       * @example #78350F
       */
      color: string | null;
      /** @example Lantern Cave */
      name: string;
      premium: boolean;
      /** @example lantern-cave */
      slug: string;
    };
    /**
     * @description The publication state of an article.
     * @enum {string}
     */
    Standing: "live" | "scheduled" | "inactive";
    /** @description Counts of records: all of them for an admin; for a business owner those of the own places. */
    Stats: {
      /**
       * Format: int64
       * @description The number of articles outside the trash; 0 for a business owner.
       * @example 9
       */
      articles: number;
      /**
       * Format: int64
       * @description The number of places outside the trash, active or not.
       * @example 122
       */
      businesses: number;
      /**
       * Format: int64
       * @description The number of all categories, also for a business owner.
       * @example 22
       */
      categories: number;
      /**
       * Format: int64
       * @description The number of guestbook entries of any status; for a business owner, the public ones about their places.
       * @example 40
       */
      guestbookEntries: number;
      /**
       * Format: int64
       * @description The number of places that lost their verification and wait for a recheck; 0 for a business owner.
       * @example 2
       */
      rechecks: number;
      /**
       * Format: int64
       * @description The number of inactive places with an owner, which become public when an admin activates them; 0 for a business
       *     owner.
       * @example 1
       */
      toApprove: number;
      /**
       * Format: int64
       * @description The number of accounts; 0 for a business owner.
       * @example 3
       */
      users: number;
    };
    /**
     * @description The moderation status of an entry or a comment.
     * @enum {string}
     */
    Status: "pending" | "approved" | "rejected" | "spam";
    /** @description Suggestions for a search that is being typed, of each kind with the best match first. */
    Suggestions: {
      /** @description The matching categories that have an active place. */
      categories: components["schemas"]["CategorySuggestion"][];
      /** @description The matching places. */
      places: components["schemas"]["PlaceSuggestion"][];
      /**
       * @description The matching tags of active places, without diacritics.
       * @example [
       *       "swimming"
       *     ]
       */
      tags: string[];
    };
    /** @description The identity that the client expects, and the profile fields that it knows. */
    SyncRequest: {
      /** @description The email address of the account. If sent, it must be that of the token. */
      email?: string | null;
      /** @description The given name, used if the account has none. */
      firstName?: string | null;
      /** @description The family name, used if the account has none. */
      lastName?: string | null;
      /**
       * Format: image-url
       * @description The URL of an image; null for none.
       */
      profileImageUrl?: string | null;
      /** @description The id of the account. If sent, it must be that of the token. */
      uid?: string | null;
    };
    /** @description A group of tips. */
    Tips: {
      /**
       * @description The tips, one or two sentences each.
       * @example [
       *       "Bring cash: the nearest machine is in town."
       *     ]
       */
      items: string[];
      /**
       * @description The heading.
       * @example Before you come
       */
      title: string;
    };
    /**
     * @description What an API token may do, within the role of its account.
     * @enum {string}
     */
    TokenScope:
      | "read"
      | "places:write"
      | "articles:write"
      | "categories:write"
      | "guestbook:moderate"
      | "media:write"
      | "drafts:write"
      | "webhooks:manage";
    /** @description A topic: a tag of public articles. */
    Topic: {
      /**
       * Format: int64
       * @description The number of public articles with this tag.
       * @example 4
       */
      count: number;
      /**
       * @description The tag.
       * @example cave
       */
      tag: string;
    };
    /** @description A transport option. */
    TransportOption: {
      /**
       * @description The names of the companies that operate it.
       * @example [
       *       "Bay Buses"
       *     ]
       */
      companies: string[];
      /**
       * @description Further details.
       * @example Leaves the station every half hour.
       */
      details: string;
      /**
       * @description The travel time, as text.
       * @example about 90 min
       */
      duration: string;
      /**
       * @description The price with its year, as text.
       * @example 35,000 VND
       */
      price: string;
      /**
       * @description The means of transport.
       * @example Local bus B4
       */
      type: string;
    };
    /** @description A place in the trash, with the fields that identify it. */
    TrashItem: {
      category: components["schemas"]["CategoryRef"] | null;
      deletedAt: components["schemas"]["Moment"] | null;
      /** @description The id of the place. */
      id: components["schemas"]["PlaceId"];
      /** @description Whether the place becomes public again when it is restored. */
      isActive: boolean;
      keptUntil: components["schemas"]["Moment"] | null;
      /**
       * @description The name in the language of the region, with its diacritics.
       * @example Hang Đèn Lồng
       */
      localName: string | null;
      /**
       * @description The name of the place.
       * @example Lantern Cave
       */
      name: string;
      /**
       * @description The slug of the place, which stays reserved.
       * @example lantern-cave
       */
      slug: string;
    };
    /**
     * @description An account.
     * @example {
     *       "email": "linh@example.org",
     *       "firstName": "Linh",
     *       "lastName": "Tran",
     *       "role": "viewer"
     *     }
     */
    UserChanges: {
      /** @description Ignored. */
      readonly createdAt?: unknown;
      /**
       * Format: deliverable-email
       * @description The email address; upper and lower case are equivalent.
       * @example linh@example.org
       */
      email?: string;
      /**
       * @description The given name.
       * @example Linh
       */
      firstName?: string;
      /** @description Ignored. */
      readonly hasPassword?: unknown;
      /** @description The id in the URL, if it is sent. */
      id?: string;
      /** @description Ignored. */
      readonly invitedAt?: unknown;
      /**
       * @description Whether the account is active and can sign in.
       * @default true
       */
      isActive?: boolean;
      /** @description Ignored. */
      readonly isEmailVerified?: unknown;
      /**
       * @description The family name.
       * @example Tran
       */
      lastName?: string;
      /**
       * @description The role of the account.
       * @default viewer
       * @enum {string}
       */
      role?: "viewer" | "business_owner" | "admin";
      /** @description Ignored. */
      readonly updatedAt?: unknown;
      /** @description Ignored. */
      readonly version?: unknown;
    };
    /** @description The number of accounts of each role. */
    UserCounts: {
      /**
       * Format: int64
       * @description The number of admins.
       * @example 1
       */
      admins: number;
      /**
       * Format: int64
       * @description The number of business owners.
       * @example 3
       */
      businessOwners: number;
      /**
       * Format: int64
       * @description All accounts, including deactivated ones.
       * @example 12
       */
      total: number;
      /**
       * Format: int64
       * @description The number of viewers.
       * @example 8
       */
      viewers: number;
    };
    /**
     * @description An account.
     * @example {
     *       "email": "linh@example.org",
     *       "firstName": "Linh",
     *       "lastName": "Tran",
     *       "role": "viewer"
     *     }
     */
    UserRequest: {
      /** @description Ignored. */
      readonly createdAt?: unknown;
      /**
       * Format: deliverable-email
       * @description The email address; upper and lower case are equivalent.
       * @example linh@example.org
       */
      email: string;
      /**
       * @description The given name.
       * @example Linh
       */
      firstName: string;
      /** @description Ignored. */
      readonly hasPassword?: unknown;
      /** @description The id in the URL, if it is sent. */
      id?: string;
      /** @description Ignored. */
      readonly invitedAt?: unknown;
      /**
       * @description Whether the account is active and can sign in.
       * @default true
       */
      isActive?: boolean;
      /** @description Ignored. */
      readonly isEmailVerified?: unknown;
      /**
       * @description The family name.
       * @example Tran
       */
      lastName: string;
      /**
       * @description The role of the account.
       * @default viewer
       * @enum {string}
       */
      role?: "viewer" | "business_owner" | "admin";
      /** @description Ignored. */
      readonly updatedAt?: unknown;
      /** @description Ignored. */
      readonly version?: unknown;
    };
    /** @description An account, as admins see it. */
    UserResponse: {
      /** @description The time of creation. */
      createdAt: components["schemas"]["Moment"];
      /**
       * @description The email address, in lower case.
       * @example linh@example.org
       */
      email: string;
      /**
       * @description The given name; may be empty.
       * @example Linh
       */
      firstName: string;
      /**
       * @description Whether the account has a password. A user without one has not accepted the invitation, or signs in with another
       *     identity provider.
       */
      hasPassword: boolean;
      /**
       * @description The permanent id of the account.
       * @example 0198c6a1f0e27d4cb1a29c1e5a7d3f10
       */
      id: string;
      invitedAt: components["schemas"]["Moment"] | null;
      /** @description Whether the account is active. A deactivated account is signed out with its next request. */
      isActive: boolean;
      /** @description Whether the user has confirmed the email address. */
      isEmailVerified: boolean;
      /**
       * @description The family name; may be empty.
       * @example Tran
       */
      lastName: string;
      /** @description The role of the account. */
      role: components["schemas"]["Role"];
      /** @description The time of the last change. */
      updatedAt: components["schemas"]["Moment"];
      /**
       * Format: int64
       * @description The version number; each change increments it. `If-Match` compares it.
       * @example 1
       */
      version: number;
    };
    /** @description The token of the link, and the password if the caller is not signed in to the account. */
    VerificationRequest: {
      /** @description The password of the account; required unless the caller is signed in to it. */
      password?: string | null;
      /**
       * @description The secret token in the link.
       * @example Zm9yIHRoZSBib2F0IG9uIHRoZSBTb24sIGF0IGVpZ2h0
       */
      token: string;
    };
    /** @description A warning about an accepted value. It does not prevent the change. */
    Warning: {
      /**
       * @description The code of this kind of warning.
       * @example night_cut
       */
      code: string;
      /**
       * @description The name of the field in the request.
       * @example operatingHours
       */
      field: string;
      /**
       * @description The message to show beside the field.
       * @example We off closes the place at midnight in the night from Tuesday to Wednesday.
       */
      message: string;
      /**
       * @description A value for the field without the effects that the message names.
       * @example Mo,Tu,Th-Su 17:00-02:00
       */
      suggestion?: string | null;
    };
    /**
     * @description A change of a webhook. Fields that are not sent keep their values.
     * @example {
     *       "isActive": true
     *     }
     */
    WebhookChanges: {
      /** @description Ignored. */
      readonly accountId?: unknown;
      /** @description Ignored. */
      readonly accountName?: unknown;
      /** @description Ignored. */
      readonly createdAt?: unknown;
      /**
       * @description What it is for.
       * @example The mirror of the tourist office
       */
      description?: string;
      /** @description Ignored. */
      readonly disabledReason?: unknown;
      /**
       * @description The types of its events.
       * @example [
       *       "place.upsert",
       *       "place.delete"
       *     ]
       */
      events?: (
        | "place.upsert"
        | "place.delete"
        | "article.upsert"
        | "article.delete"
        | "category.upsert"
        | "category.delete"
        | "page.upsert"
        | "settings.upsert"
      )[];
      /** @description Ignored. */
      readonly failingSince?: unknown;
      /** @description The id in the URL, if it is sent. */
      id?: number;
      /**
       * @description Whether events are sent. Those of an inactive webhook wait.
       * @example true
       */
      isActive?: boolean;
      /** @description Ignored. */
      readonly lastState?: unknown;
      /** @description Ignored. */
      readonly lastStatus?: unknown;
      /** @description Ignored. */
      readonly pendingCount?: unknown;
      /** @description Ignored. */
      readonly previousSecretUntil?: unknown;
      /** @description Ignored. */
      readonly updatedAt?: unknown;
      /**
       * Format: http-url
       * @description The address that receives the events. It begins with https:// and leads to a public network.
       * @example https://mirror.example/hooks/guide
       */
      url?: string;
      /** @description Ignored. */
      readonly version?: unknown;
    };
    /** @description A delivery to a webhook. */
    WebhookDelivery: {
      /**
       * Format: int64
       * @description The number of attempts.
       * @example 1
       */
      attempts: number;
      /** @description The time of the change. */
      changedAt: components["schemas"]["Moment"];
      /** @description The time at which the delivery was added. */
      createdAt: components["schemas"]["Moment"];
      /**
       * Format: int64
       * @description How long the last attempt took, in milliseconds.
       * @example 84
       */
      durationMs: number | null;
      /**
       * @description The type of the event, or `test`.
       * @example place.upsert
       */
      event: string;
      /**
       * @description The beginning of the last response as plain text of at most 500 characters, or why there was none.
       * @example
       */
      excerpt: string | null;
      finishedAt: components["schemas"]["Moment"] | null;
      /** @description The id of the delivery. */
      id: components["schemas"]["DeliveryId"];
      /**
       * @description The kind of the record; `test` for a test.
       * @example place
       */
      kind: string;
      /**
       * @description The id of the record, as in the change feed; empty for a test.
       * @example 7
       */
      recordId: string;
      retryAt: components["schemas"]["Moment"] | null;
      /** @description The state. */
      state: components["schemas"]["DeliveryState"];
      /**
       * Format: int64
       * @description The status of the last response; null if there was none.
       * @example 204
       */
      status: number | null;
      /** @description The id of the webhook. */
      webhookId: components["schemas"]["WebhookId"];
    };
    /**
     * Format: int64
     * @description The id of a webhook.
     * @example 7
     */
    WebhookId: number;
    /** @description A webhook to create. */
    WebhookRequest: {
      /**
       * @description What it is for.
       * @example The mirror of the tourist office
       */
      description?: string;
      /**
       * @description The types of its events.
       * @example [
       *       "place.upsert",
       *       "place.delete"
       *     ]
       */
      events: (
        | "place.upsert"
        | "place.delete"
        | "article.upsert"
        | "article.delete"
        | "category.upsert"
        | "category.delete"
        | "page.upsert"
        | "settings.upsert"
      )[];
      /**
       * Format: http-url
       * @description The address that receives the events. It begins with https:// and leads to a public network.
       * @example https://mirror.example/hooks/guide
       */
      url: string;
    };
    /** @description A webhook, as admins see it. */
    WebhookResponse: {
      accountId: components["schemas"]["AccountId"] | null;
      /**
       * @description The current name of that account; null once it is deleted.
       * @example Linh Tran
       */
      accountName: string | null;
      /** @description The time at which it was created. */
      createdAt: components["schemas"]["Moment"];
      /**
       * @description What it is for; may be empty.
       * @example The mirror of the tourist office
       */
      description: string;
      disabledReason: components["schemas"]["DisabledReason"] | null;
      /** @description The types of its events. */
      events: components["schemas"]["EventType"][];
      failingSince: components["schemas"]["Moment"] | null;
      /** @description The id of the webhook. */
      id: components["schemas"]["WebhookId"];
      /**
       * @description Whether events are sent. Those of an inactive webhook wait.
       * @example true
       */
      isActive: boolean;
      lastState: components["schemas"]["DeliveryState"] | null;
      /**
       * Format: int64
       * @description The status of its response; null if there was none.
       * @example 204
       */
      lastStatus: number | null;
      /**
       * Format: int64
       * @description The number of pending deliveries. What changes while a webhook is inactive is added when it is active again.
       * @example 0
       */
      pendingCount: number;
      previousSecretUntil: components["schemas"]["Moment"] | null;
      /** @description The time of the last change. */
      updatedAt: components["schemas"]["Moment"];
      /**
       * @description The address that receives the events.
       * @example https://mirror.example/hooks/guide
       */
      url: string;
      /**
       * Format: int64
       * @description The version number; each change increments it. `If-Match` compares it.
       * @example 1
       */
      version: number;
    };
    /** @description A webhook with its new secret, which is shown only once. */
    WebhookWithSecret: components["schemas"]["WebhookResponse"] & {
      /**
       * @description The secret that signs its deliveries. No other call returns it.
       * @example whsec_bGFudGVybiBjYXZlLCBsYW50ZXJuIGJheSwgMjAyNi4=
       */
      secret: string;
    };
    /** @description A week that repeats until the next week of the list. */
    Week: {
      /**
       * @description The opening periods of each day from Monday to Sunday: start and end in minutes from midnight. A period that
       *     passes midnight ends after 1440, and is not repeated on the next day.
       * @example [
       *       [
       *         [
       *           480,
       *           1020
       *         ]
       *       ],
       *       [
       *         [
       *           480,
       *           1020
       *         ]
       *       ],
       *       [
       *         [
       *           480,
       *           1020
       *         ]
       *       ],
       *       [
       *         [
       *           480,
       *           1020
       *         ]
       *       ],
       *       [
       *         [
       *           480,
       *           1020
       *         ]
       *       ],
       *       [
       *         [
       *           1080,
       *           1560
       *         ]
       *       ],
       *       []
       *     ]
       */
      days: number[][][];
      /**
       * Format: date
       * @description The first day, a Monday.
       * @example 2026-11-16
       */
      from: string;
    };
    /** @description A description of the guide in a few sentences. */
    WhatIs: {
      /**
       * @description The paragraphs.
       * @example [
       *       "Everything here was visited by someone who lives nearby."
       *     ]
       */
      paragraphs: string[];
      /**
       * @description The heading.
       * @example What this guide is
       */
      title: string;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  listAudit: {
    parameters: {
      query?: {
        /** @description Only events caused by the account with this id. */
        account?: string;
        /** @description Only events of this action, such as `updatePlace`. */
        action?: string;
        /** @description Only events about records of this kind. */
        kind?: components["schemas"]["AuditKind"];
        /** @description Only events about the record with this id; requires `kind`. */
        subject?: string;
        /** @description Only events with this field in `before` or `after`, such as `phone`. */
        field?: string;
        /** @description `false` leaves out sign-ins, sign-outs and renewals of sessions that changed no field. The default is `true`. */
        sessions?: boolean;
        /** @description Only events at or after this time, such as `2026-11-21T00:00:00Z`. */
        from?: string;
        /** @description Only events before this time, such as `2026-11-22T00:00:00Z`. */
        to?: string;
        /** @description The maximum number of items; 100 by default. */
        limit?: number;
        /** @description The number of items to skip; 0 by default. */
        offset?: number;
        /** @description The cursor from the `Link` of an earlier response; not together with `offset`. */
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          /** @description The URL of the next page, as `rel="next"`; absent on the last page. */
          link?: string | null;
          /** @description The total number of events, counted up to 10,000. */
          "x-total-count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AuditItem"][];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  updatePlaces: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["BulkChanges"];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["BulkResponse"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body does not have the content type of this call. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has a message for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  undoUpdatePlaces: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The `undoId` of the change. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["BulkUndoResponse"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The change was already undone, or is older than ten minutes. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listComments: {
    parameters: {
      query?: {
        /** @description The status: pending (the default), spam, approved or rejected. */
        status?: string;
        /** @description The maximum number of items; 1000 by default. */
        limit?: number;
        /** @description The number of items to skip; 0 by default. */
        offset?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          /** @description The URL of the next page, as `rel="next"`; absent on the last page. */
          link?: string | null;
          /** @description The total number of comments. */
          "x-total-count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AdminCommentResponse"][];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  moderateComments: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["BulkModerationRequest"];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["BulkResponse"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The status of some is already `approved` or `rejected`; `detail` names up to five of them. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body does not have the content type of this call. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has a message for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  undoModerateComments: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The `undoId` of the decisions. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["BulkUndoResponse"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The change was already undone, or is older than ten minutes. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  deleteComment: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the comment. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success, without a body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  moderateComment: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the comment. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ModerationRequest"];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AdminCommentResponse"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The status is already `approved` or `rejected`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body does not have the content type of this call. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has a message for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  restoreComment: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the comment. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AdminCommentResponse"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listMessages: {
    parameters: {
      query?: {
        /** @description Only messages of this status: new, answered, closed or spam. */
        status?: string;
        /** @description The search words: each must occur in the message, the subject, or the name or email address of the sender. Case and diacritics are ignored: `kayak`. */
        q?: string;
        /** @description The maximum number of items; 100 by default. */
        limit?: number;
        /** @description The number of items to skip; 0 by default. */
        offset?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          /** @description The URL of the next page, as `rel="next"`; absent on the last page. */
          link?: string | null;
          /** @description The total number of messages. */
          "x-total-count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MessageResponse"][];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  countMessages: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MessageCounts"];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  getMessage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the message. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MessageResponse"];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  updateMessage: {
    parameters: {
      query?: never;
      header?: {
        /** @description The version to change: the record's `version` in quotes, as in `"3"`, or the `ETag` of a read. `*` matches any version. Weak tags and tags of compressed responses are accepted. */
        "If-Match"?: string | null;
      };
      path: {
        /** @description The id of the message. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["MessageChanges"];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MessageResponse"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The record was changed since; `current` is the record as it is now. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body does not have the content type of this call. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has a message for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  deleteMessage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the message. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success, without a body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  restoreMessage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the message. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MessageResponse"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listEnquiries: {
    parameters: {
      query?: {
        /** @description Only enquiries with this delivery: waiting, sent, failed, no_mail_server, no_address or spam. */
        delivery?: string;
        /** @description Only enquiries to this place. */
        businessId?: number;
        /** @description The search words: each must occur in the message, the name of the place, or the name or email address of the sender. Case and diacritics are ignored: `room`. */
        q?: string;
        /** @description The maximum number of items; 100 by default. */
        limit?: number;
        /** @description The number of items to skip; 0 by default. */
        offset?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          /** @description The URL of the next page, as `rel="next"`; absent on the last page. */
          link?: string | null;
          /** @description The total number of enquiries. */
          "x-total-count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["EnquiryResponse"][];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  getEnquiry: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the enquiry. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["EnquiryResponse"];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  createAdminEntry: {
    parameters: {
      query?: never;
      header?: {
        /** @description A unique value for this request, such as a UUID. For 24 hours, a retry of the same request with this key gets the first response (with `Idempotency-Replayed: true`) and creates nothing. Another request with this key gets 422. */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["AdminEntryRequest"];
      };
    };
    responses: {
      /** @description Created. `Location` is the URL of the new record. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AdminEntryResponse"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description An earlier request with this `Idempotency-Key` is still running, or its response was lost (`type` is then `/problems/response-lost`). */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body does not have the content type of this call. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has a message for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listApprovedEntries: {
    parameters: {
      query?: {
        /** @description The search words: each must occur in the author, the message, the nationality or the location. Case and diacritics are ignored: `boat`. */
        q?: string;
        /** @description The maximum number of items; 1000 by default. */
        limit?: number;
        /** @description The number of items to skip; 0 by default. */
        offset?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          /** @description The URL of the next page, as `rel="next"`; absent on the last page. */
          link?: string | null;
          /** @description The total number of entries. */
          "x-total-count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AdminEntryResponse"][];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  moderateEntries: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["BulkModerationRequest"];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["BulkResponse"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The status of some is already `approved` or `rejected`; `detail` names up to five of them. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body does not have the content type of this call. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has a message for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  undoModerateEntries: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The `undoId` of the decisions. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["BulkUndoResponse"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The change was already undone, or is older than ten minutes. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  countEntries: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["EntryCounts"];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listPendingEntries: {
    parameters: {
      query?: {
        /** @description The search words: each must occur in the author, the message, the nationality or the location. Case and diacritics are ignored: `boat`. */
        q?: string;
        /** @description The maximum number of items; 1000 by default. */
        limit?: number;
        /** @description The number of items to skip; 0 by default. */
        offset?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          /** @description The URL of the next page, as `rel="next"`; absent on the last page. */
          link?: string | null;
          /** @description The total number of entries. */
          "x-total-count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AdminEntryResponse"][];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listRejectedEntries: {
    parameters: {
      query?: {
        /** @description The search words: each must occur in the author, the message, the nationality or the location. Case and diacritics are ignored: `boat`. */
        q?: string;
        /** @description The maximum number of items; 1000 by default. */
        limit?: number;
        /** @description The number of items to skip; 0 by default. */
        offset?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          /** @description The URL of the next page, as `rel="next"`; absent on the last page. */
          link?: string | null;
          /** @description The total number of entries. */
          "x-total-count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AdminEntryResponse"][];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listSpamEntries: {
    parameters: {
      query?: {
        /** @description The search words: each must occur in the author, the message, the nationality or the location. Case and diacritics are ignored: `boat`. */
        q?: string;
        /** @description The maximum number of items; 1000 by default. */
        limit?: number;
        /** @description The number of items to skip; 0 by default. */
        offset?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          /** @description The URL of the next page, as `rel="next"`; absent on the last page. */
          link?: string | null;
          /** @description The total number of entries. */
          "x-total-count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AdminEntryResponse"][];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  getAdminEntry: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the entry. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AdminEntryResponse"];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  updateEntry: {
    parameters: {
      query?: never;
      header?: {
        /** @description The version to change: the record's `version` in quotes, as in `"3"`, or the `ETag` of a read. `*` matches any version. Weak tags and tags of compressed responses are accepted. */
        "If-Match"?: string | null;
      };
      path: {
        /** @description The id of the entry. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["EntryChanges"];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AdminEntryResponse"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The record was changed since; `current` is the record as it is now. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body does not have the content type of this call. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has a message for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  deleteEntry: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the entry. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success, without a body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  moderateEntry: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the entry. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ModerationRequest"];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AdminEntryResponse"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The status is already `approved` or `rejected`. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body does not have the content type of this call. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has a message for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  restoreEntry: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the entry. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AdminEntryResponse"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  undoModeration: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the entry. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AdminEntryResponse"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no decision to undo, or it is older than ten minutes. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listInvalidValues: {
    parameters: {
      query?: {
        /** @description The maximum number of records to check; 1000 by default. */
        limit?: number;
        /** @description The cursor from the `Link` of an earlier response. */
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          /** @description The URL of the next check, as `rel="next"`; absent after the last one. */
          link?: string | null;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["InvalidValue"][];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listRenderFailures: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RenderFailure"][];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listSchedule: {
    parameters: {
      query?: {
        /** @description The maximum number of items; 100 by default. */
        limit?: number;
        /** @description The number of items to skip; 0 by default. */
        offset?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          /** @description The URL of the next page, as `rel="next"`; absent on the last page. */
          link?: string | null;
          /** @description The total number of items. */
          "x-total-count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ScheduleItem"][];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  getStats: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Stats"];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listUsers: {
    parameters: {
      query?: {
        /** @description The search words: each must occur in the name or the email address. Case and diacritics are ignored: `linh`. */
        q?: string;
        /** @description Only accounts with this role: `viewer`, `business_owner` or `admin`. */
        role?: string;
        /** @description The maximum number of items; 1000 by default. */
        limit?: number;
        /** @description The number of items to skip; 0 by default. */
        offset?: number;
        /** @description The cursor from the `Link` of an earlier response; not together with `offset`. */
        cursor?: string;
        /** @description The order: one of name, -name, email, -email, role, -role, createdAt, -createdAt, updatedAt, -updatedAt, id, -id. `-` means descending. The default is -createdAt. */
        sort?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          /** @description The URL of the next page, as `rel="next"`; absent on the last page. */
          link?: string | null;
          /** @description The total number of accounts. */
          "x-total-count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["UserResponse"][];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  createUser: {
    parameters: {
      query?: never;
      header?: {
        /** @description A unique value for this request, such as a UUID. For 24 hours, a retry of the same request with this key gets the first response (with `Idempotency-Replayed: true`) and creates nothing. Another request with this key gets 422. */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["UserRequest"];
      };
    };
    responses: {
      /** @description Created. `Location` is the URL of the new record. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["UserResponse"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description An earlier request with this `Idempotency-Key` is still running, or its response was lost (`type` is then `/problems/response-lost`). */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body does not have the content type of this call. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has a message for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  exportUsers: {
    parameters: {
      query?: {
        /** @description As in `listUsers`. */
        q?: string;
        /** @description As in `listUsers`. */
        role?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          /** @description The name of the file: `users-export-{date}.csv`. */
          "content-disposition"?: string;
          /** @description The number of accounts in the file. */
          "x-total-count"?: number;
          [name: string]: unknown;
        };
        content: {
          "text/csv": string;
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  countUsers: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["UserCounts"];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  getUser: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the account. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["UserResponse"];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  updateUser: {
    parameters: {
      query?: never;
      header?: {
        /** @description The version to change: the record's `version` in quotes, as in `"3"`, or the `ETag` of a read. `*` matches any version. Weak tags and tags of compressed responses are accepted. */
        "If-Match"?: string | null;
      };
      path: {
        /** @description The id of the account. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["UserChanges"];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["UserResponse"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account is the last admin who can sign in. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The record was changed since; `current` is the record as it is now. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body does not have the content type of this call. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has a message for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  deleteUser: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the account. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success, without a body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account is the last admin who can sign in. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  sendInvitation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the account. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The email was queued. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account is inactive or has a password, or Firebase manages the accounts of this guide. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Too many links were requested. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  createPasswordLink: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the account. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The link was created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PasswordLinkResponse"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account is inactive or the caller's own, or Firebase manages the accounts of this guide. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Too many links were requested. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listUserTokens: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the account. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ApiTokenItem"][];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  revokeUserToken: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the account. */
        id: string;
        /**
         * @description The id of the token.
         * @example 3
         */
        tokenId: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success, without a body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listArticles: {
    parameters: {
      query?: {
        /** @description The maximum number of items; 100 by default. */
        limit?: number;
        /** @description The number of items to skip; 0 by default. */
        offset?: number;
        /** @description The cursor from the `Link` of an earlier response; not together with `offset`. */
        cursor?: string;
        /** @description The order: one of publicationDate, -publicationDate, title, -title, updatedAt, -updatedAt, id, -id. `-` means descending. The default is -publicationDate. */
        sort?: string;
        /** @description The search words: each must occur in the title, the author or the summary. Case and diacritics are ignored: `hang den`. */
        q?: string;
        /** @description Only articles with this topic. Case and diacritics are ignored: `cave`. */
        tag?: string;
        /** @description `true`: only featured articles; `false`: only the others. */
        featured?: boolean;
        /** @description Only the articles with these ids, at most 200, separated by commas: `1,2,3`. */
        ids?: string;
        /** @description Return only these fields, separated by commas: `id,slug,title`. */
        fields?: string;
        /** @description `true`: also inactive and scheduled articles; only for admins. */
        showAll?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          /** @description The URL of the next page, as `rel="next"`; absent on the last page. */
          link?: string | null;
          /** @description The total number of articles. */
          "x-total-count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ArticleItem"][];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  createArticle: {
    parameters: {
      query?: {
        /** @description `true`: validate the request and return the result with its warnings, but save nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description A unique value for this request, such as a UUID. For 24 hours, a retry of the same request with this key gets the first response (with `Idempotency-Replayed: true`) and creates nothing. Another request with this key gets 422. */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ArticleRequest"];
      };
    };
    responses: {
      /** @description With `dryRun=true`: the article as it would be created. Its id is not reserved. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ArticleResponse"];
        };
      };
      /** @description Created. `Location` is the URL of the new record. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ArticleResponse"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description An earlier request with this `Idempotency-Key` is still running, or its response was lost (`type` is then `/problems/response-lost`). */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body does not have the content type of this call. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has a message for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  exportArticlesCsv: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          /** @description The file name: `articles.csv`. */
          "content-disposition"?: string;
          /** @description The URL of the license, as `rel="license"`. */
          link?: string;
          [name: string]: unknown;
        };
        content: {
          "text/csv": string;
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is not valid; without a token the response is public. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The API token is not accepted, or does not have the scope. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  exportArticlesJson: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          /** @description The file name: `articles.json`. */
          "content-disposition"?: string;
          /** @description The URL of the license, as `rel="license"`. */
          link?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ArticleDataset"];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is not valid; without a token the response is public. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The API token is not accepted, or does not have the scope. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listTopics: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Topic"][];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is not valid; without a token the response is public. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The API token is not accepted, or does not have the scope. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listArticleTrash: {
    parameters: {
      query?: {
        /** @description The maximum number of items; 100 by default. */
        limit?: number;
        /** @description The number of items to skip; 0 by default. */
        offset?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          /** @description The total number of articles in the trash. */
          "x-total-count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ArticleTrashItem"][];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  getArticle: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of the article, or `{id}-{slug}`.
         * @example 7-a-day-on-the-river
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ArticleResponse"];
        };
      };
      /** @description The slug has changed; `Location` is the current URL. */
      301: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  updateArticle: {
    parameters: {
      query?: {
        /** @description `true`: validate the request and return the result with its warnings, but save nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description The version to change: the record's `version` in quotes, as in `"3"`, or the `ETag` of a read. `*` matches any version. Weak tags and tags of compressed responses are accepted. */
        "If-Match"?: string | null;
      };
      path: {
        /** @description The id of the article. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ArticleChanges"];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ArticleResponse"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The record was changed since; `current` is the record as it is now. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body does not have the content type of this call. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has a message for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  deleteArticle: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the article. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success, without a body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  restoreArticle: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the article. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ArticleResponse"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  getAccount: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ProfileResponse"];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  updateAccount: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ProfileChanges"];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ProfileResponse"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The record was changed since; `current` is the record as it is now. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body does not have the content type of this call. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has a message for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  deleteAccount: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["AccountDeletionRequest"];
      };
    };
    responses: {
      /** @description The account was deleted. */
      204: {
        headers: {
          /** @description Deletes the cookie `karst_refresh`. */
          "set-cookie"?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account is the last admin who can sign in. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body does not have the content type of this call. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has a message for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Too many wrong guesses. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  requestDeletionCode: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The email was queued. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account has a password. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Too many emails were requested. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  exportAccount: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          /** @description The name of the file, as an attachment. */
          "content-disposition"?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ExportResponse"];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  unlinkFederated: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A provider that the account lists in `federated`. */
        provider: components["schemas"]["Federated"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The provider was unlinked. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description It is the only way to sign in, or Firebase manages the accounts of this guide. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  completeFederatedSignIn: {
    parameters: {
      query?: {
        /** @description The `state` of the sign-in. */
        state?: string;
        /** @description The authorization code, which the server exchanges for the identity. */
        code?: string;
        /** @description The error code of the provider, if there is no authorization code. */
        error?: string;
        /** @description The issuer identifier of the provider (RFC 9207). */
        iss?: string;
      };
      header?: never;
      path: {
        /** @description The identity provider. */
        provider: components["schemas"]["Federated"];
      };
      cookie?: {
        /** @description The cookie that `startFederatedSignIn` set. */
        karst_federated?: string | null;
      };
    };
    requestBody?: never;
    responses: {
      /** @description The user is signed in. */
      200: {
        headers: {
          /** @description `karst_refresh`: the refresh token, for `/api/auth` only. */
          "set-cookie"?: string;
          [name: string]: unknown;
        };
        content: {
          "text/html": string;
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The API token is not valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The sign-in failed. The body is a page with the reason. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
          "text/html": string;
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Firebase manages the accounts of this guide and replaces this call. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The provider is unavailable. The body is a page for people. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "text/html": string;
        };
      };
    };
  };
  startFederatedSignIn: {
    parameters: {
      query?: {
        /** @description The path of this guide to continue to, such as `/explore?category=cave`. By default, staff continue to the console, others to the home page. */
        returnTo?: string;
      };
      header?: never;
      path: {
        /** @description A provider that `/api/firebase-config` lists in `federated`. */
        provider: components["schemas"]["Federated"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Redirect to the provider. */
      303: {
        headers: {
          /** @description The URL of the provider's sign-in page. */
          location?: string;
          /** @description `karst_federated`: binds the sign-in to this browser. */
          "set-cookie"?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The API token is not valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The request comes from another site. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Firebase manages the accounts of this guide and replaces this call. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Too many attempts. The body is a page for people. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
          "text/html": string;
        };
      };
      /** @description The provider is unavailable. The body is a page for people. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "text/html": string;
        };
      };
    };
  };
  syncIdentity: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SyncRequest"];
      };
    };
    responses: {
      /** @description The account of the token. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AccountResponse"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Another account uses the address, and Firebase has not verified it. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body does not have the content type of this call. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has a message for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  getKeys: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description All current keys, newest first. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["JsonWebKeySet"];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The API token is not valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The API token is not accepted, or does not have the scope. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  changePassword: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["PasswordChangeRequest"];
      };
    };
    responses: {
      /** @description The password was changed. The returned session is the only one. */
      200: {
        headers: {
          /** @description `karst_refresh`: the refresh token, for `/api/auth` only. */
          "set-cookie"?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SessionResponse"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Firebase manages the accounts of this guide and replaces this call. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The record was changed since; `current` is the record as it is now. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body does not have the content type of this call. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has a message for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Too many wrong guesses. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  requestPasswordReset: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["PasswordResetRequest"];
      };
    };
    responses: {
      /** @description If an active account has this address, an email to it was queued. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The API token is not valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The API token is not accepted, or does not have the scope. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Firebase manages the accounts of this guide and replaces this call. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body does not have the content type of this call. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has a message for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Too many emails were requested. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  confirmPasswordReset: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["NewPasswordRequest"];
      };
    };
    responses: {
      /** @description The password was set; sign in with it. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The API token is not valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The API token is not accepted, or does not have the scope. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Firebase manages the accounts of this guide and replaces this call. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body does not have the content type of this call. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has a message for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  refreshSession: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: {
        /** @description The refresh token of the sign-in. */
        karst_refresh?: string | null;
      };
    };
    requestBody?: never;
    responses: {
      /** @description The session was renewed. */
      200: {
        headers: {
          /** @description `karst_refresh`: the next refresh token. */
          "set-cookie"?: string | null;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SessionResponse"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no session, or it has ended. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The request comes from another site. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Firebase manages the accounts of this guide and replaces this call. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  beginSecondFactorEnrollment: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SecondFactorRequest"];
      };
    };
    responses: {
      /** @description The secret of a new second factor, for an authenticator app. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SecondFactorResponse"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account is not staff, the guide has no second factors, or the account has no password and did not sign in recently. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account already has a second factor, or Firebase manages the accounts of this guide. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body does not have the content type of this call. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has a message for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Too many wrong guesses. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  removeSecondFactor: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["PasswordConfirmation"];
      };
    };
    responses: {
      /** @description The account has no second factor. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Firebase manages the accounts of this guide and replaces this call. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body does not have the content type of this call. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has a message for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Too many wrong guesses. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  confirmSecondFactor: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SecondFactorCode"];
      };
    };
    responses: {
      /** @description The second factor is required from the next sign-in on. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RecoveryCodesResponse"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Firebase manages the accounts of this guide and replaces this call. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body does not have the content type of this call. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has a message for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Too many wrong guesses. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listSessions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SessionItem"][];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Firebase manages the accounts of this guide and replaces this call. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  revokeSession: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the session. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success, without a body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Firebase manages the accounts of this guide and replaces this call. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  signIn: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SignInRequest"];
      };
    };
    responses: {
      /** @description The user is signed in. */
      200: {
        headers: {
          /** @description `karst_refresh`: the refresh token, for `/api/auth` only. */
          "set-cookie"?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SessionResponse"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The email address or the password is wrong, or a code is required. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The request comes from another site. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Firebase manages the accounts of this guide and replaces this call. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body does not have the content type of this call. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has a message for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Too many failed attempts. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  signOut: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: {
        /** @description The refresh token of the sign-in. */
        karst_refresh?: string | null;
      };
    };
    requestBody?: never;
    responses: {
      /** @description The session has ended. */
      204: {
        headers: {
          /** @description Deletes the cookie `karst_refresh`. */
          "set-cookie"?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description This guide did not issue the access token, and no refresh cookie was sent. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The request comes from another site. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Firebase manages the accounts of this guide and replaces this call. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  signOutEverywhere: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description All sessions have ended. */
      204: {
        headers: {
          /** @description Deletes the cookie `karst_refresh`. */
          "set-cookie"?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  signUp: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SignUpRequest"];
      };
    };
    responses: {
      /** @description The account was created and is signed in. */
      201: {
        headers: {
          /** @description `karst_refresh`: the refresh token, for `/api/auth` only. */
          "set-cookie"?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SessionResponse"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The API token is not valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The request comes from another site. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Firebase manages the accounts of this guide and replaces this call. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body does not have the content type of this call. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has a message for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Too many attempts. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listApiTokens: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ApiTokenItem"][];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  createApiToken: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ApiTokenRequest"];
      };
    };
    responses: {
      /** @description The token was created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["NewApiTokenResponse"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account has 20 valid tokens. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body does not have the content type of this call. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has a message for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Too many wrong guesses. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  revokeApiToken: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the token. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success, without a body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  requestVerification: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The email was queued, unless the address is already verified. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Firebase manages the accounts of this guide and replaces this call. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Too many emails were requested. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  confirmVerification: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["VerificationRequest"];
      };
    };
    responses: {
      /** @description The email address is verified. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Firebase manages the accounts of this guide and replaces this call. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body does not have the content type of this call. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has a message for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Too many wrong guesses. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listPlaces: {
    parameters: {
      query?: {
        /** @description The maximum number of items; 1000 by default. */
        limit?: number;
        /** @description The number of items to skip; 0 by default. */
        offset?: number;
        /** @description The cursor from the `Link` of an earlier response; not together with `offset`. */
        cursor?: string;
        /** @description The order: one of best, name, -name, rating, -rating, createdAt, -createdAt, updatedAt, -updatedAt, id, -id, distance (requires `near`), relevance (requires `q`). `-` means descending. The default is relevance with `q`, otherwise best. */
        sort?: string;
        /** @description The search words: each must occur in a name, a tag, the description or the name of a category. Case and diacritics are ignored: `hang den`. Matches at the beginning of a word come first. Matches inside words are included only if fewer than 50 places match at the beginning of words. If `q` has several words, a name that contains them as typed also excludes matches inside words. */
        q?: string;
        /** @description Only places of this category; a slug, an alias or an id: `cave`. */
        category?: string;
        /** @description Only places with a tag that contains one of these words, at most 20, separated by commas: `beer,river`. */
        tags?: string;
        /** @description Only places in this box: west, south, east and north in degrees: `107.2,16.4,107.4,16.7`. If west is greater than east, the box crosses the date line. */
        bbox?: string;
        /** @description The point for `sort=distance`: latitude and longitude in degrees: `16.6,107.3`. */
        near?: string;
        /** @description Only the places with these ids, at most 200, separated by commas: `1,2,3`. */
        ids?: string;
        /** @description Only the places with these slugs, current or former, at most 50, separated by commas: `lantern-cave,echo-cave`. */
        slugs?: string;
        /** @description `true`: only featured places; `false`: only the others. */
        premium?: boolean;
        /** @description `true`: only places with a checked position; `false`: only the others. */
        verified?: boolean;
        /** @description Only for admins. `true`: only places to verify again (with a `recheckReason`); `false`: only the others. */
        recheck?: boolean;
        /** @description `true`: only active places; `false`: only inactive ones, which also requires `showAll`. */
        active?: boolean;
        /** @description Only places of this account, or of `any`. Only for admins, except a business owner's own id. */
        ownerId?: string;
        /** @description Only for admins and business owners. Only places that lack this fact: image, description, hours or contact (a phone number, a website, a booking contact, or an enquiry form with a recipient). */
        missing?: string;
        /** @description Return only these fields, separated by commas: `id,name,slug`. */
        fields?: string;
        /** @description `true`: also inactive places, all of them for admins, their own for business owners. */
        showAll?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          /** @description The URL of the next page, as `rel="next"`; absent on the last page. */
          link?: string | null;
          /** @description The total number of places. */
          "x-total-count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PlaceItem"][];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  createPlace: {
    parameters: {
      query?: {
        /** @description `true`: validate the request and return the result with its warnings, but save nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description A unique value for this request, such as a UUID. For 24 hours, a retry of the same request with this key gets the first response (with `Idempotency-Replayed: true`) and creates nothing. Another request with this key gets 422. */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["PlaceRequest"];
      };
    };
    responses: {
      /** @description With `dryRun=true`: the place as it would be created. Its id is not reserved. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PlaceResponse"];
        };
      };
      /** @description Created. `Location` is the URL of the new record. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PlaceResponse"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description An earlier request with this `Idempotency-Key` is still running, or its response was lost (`type` is then `/problems/response-lost`). */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body does not have the content type of this call. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has a message for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  exportPlacesCsv: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          /** @description The file name: `places.csv`. */
          "content-disposition"?: string;
          /** @description The URL of the license, as `rel="license"`. */
          link?: string;
          [name: string]: unknown;
        };
        content: {
          "text/csv": string;
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is not valid; without a token the response is public. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The API token is not accepted, or does not have the scope. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  exportPlacesGeoJson: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/geo+json": components["schemas"]["PlaceFeed"];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is not valid; without a token the response is public. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The API token is not accepted, or does not have the scope. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  exportPlacesJson: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          /** @description The file name: `places.json`. */
          "content-disposition"?: string;
          /** @description The URL of the license, as `rel="license"`. */
          link?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Dataset"];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is not valid; without a token the response is public. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The API token is not accepted, or does not have the scope. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listPlaceTrash: {
    parameters: {
      query?: {
        /** @description The maximum number of items; 1000 by default. */
        limit?: number;
        /** @description The number of items to skip; 0 by default. */
        offset?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          /** @description The total number of places in the trash. */
          "x-total-count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TrashItem"][];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  getPlace: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id or the slug of the place.
         * @example 1
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PlaceResponse"];
        };
      };
      /** @description The slug has changed; `Location` is the current URL. */
      301: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  updatePlace: {
    parameters: {
      query?: {
        /** @description `true`: validate the request and return the result with its warnings, but save nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description The version to change: the record's `version` in quotes, as in `"3"`, or the `ETag` of a read. `*` matches any version. Weak tags and tags of compressed responses are accepted. */
        "If-Match"?: string | null;
      };
      path: {
        /** @description The id of the place. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["PlaceChanges"];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PlaceResponse"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The record was changed since; `current` is the record as it is now. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body does not have the content type of this call. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has a message for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  deletePlace: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the place. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success, without a body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  createEnquiry: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the place. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["EnquiryRequest"];
      };
    };
    responses: {
      /** @description The enquiry was received. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["EnquiryReceipt"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The API token is not valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The API token is not accepted, or does not have the scope. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body does not have the content type of this call. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has a message for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Too many enquiries from this mailbox or client address, or to this place. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listPlaceEntries: {
    parameters: {
      query?: {
        /** @description The maximum number of items; 100 by default. */
        limit?: number;
        /** @description The number of items to skip; 0 by default. */
        offset?: number;
      };
      header?: never;
      path: {
        /** @description The id of the place. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          /** @description The URL of the next page, as `rel="next"`; absent on the last page. */
          link?: string | null;
          /** @description The total number of entries. */
          "x-total-count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["EntryResponse"][];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  restorePlace: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the place. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PlaceResponse"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listCategories: {
    parameters: {
      query?: {
        /** @description `true`: only categories with active places. The default is `false`. */
        populated?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CategoryResponse"][];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is not valid; without a token the response is public. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The API token is not accepted, or does not have the scope. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  createCategory: {
    parameters: {
      query?: never;
      header?: {
        /** @description A unique value for this request, such as a UUID. For 24 hours, a retry of the same request with this key gets the first response (with `Idempotency-Replayed: true`) and creates nothing. Another request with this key gets 422. */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CategoryRequest"];
      };
    };
    responses: {
      /** @description Created. `Location` is the URL of the new record. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CategoryResponse"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description An earlier request with this `Idempotency-Key` is still running, or its response was lost (`type` is then `/problems/response-lost`). */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body does not have the content type of this call. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has a message for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  exportCategoriesCsv: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          /** @description The file name: `categories.csv`. */
          "content-disposition"?: string;
          /** @description The URL of the license, as `rel="license"`. */
          link?: string;
          [name: string]: unknown;
        };
        content: {
          "text/csv": string;
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is not valid; without a token the response is public. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The API token is not accepted, or does not have the scope. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  exportCategoriesJson: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          /** @description The file name: `categories.json`. */
          "content-disposition"?: string;
          /** @description The URL of the license, as `rel="license"`. */
          link?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CategoryDataset"];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is not valid; without a token the response is public. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The API token is not accepted, or does not have the scope. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  getCategory: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the category. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CategoryResponse"];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is not valid; without a token the response is public. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The API token is not accepted, or does not have the scope. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  updateCategory: {
    parameters: {
      query?: never;
      header?: {
        /** @description The version to change: the record's `version` in quotes, as in `"3"`, or the `ETag` of a read. `*` matches any version. Weak tags and tags of compressed responses are accepted. */
        "If-Match"?: string | null;
      };
      path: {
        /** @description The id of the category. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CategoryChanges"];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CategoryResponse"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The record was changed since; `current` is the record as it is now. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body does not have the content type of this call. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has a message for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  deleteCategory: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the category. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success, without a body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Places are in this category. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  restoreCategory: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the category. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CategoryResponse"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Another category uses its slug or one of its aliases. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listChanges: {
    parameters: {
      query?: {
        /** @description The `cursor` of the previous response. */
        since?: string;
        /** @description How long to wait for a change, in seconds; 0 by default. */
        wait?: number;
        /** @description The maximum number of changes; 1,000 by default. */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ChangeFeed"];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is not valid; without a token the response is public. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The API token is not accepted, or does not have the scope. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The cursor may have missed a deletion: begin again without `since`. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  sendMessage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ContactRequest"];
      };
    };
    responses: {
      /** @description The message was received. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Receipt"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The API token is not valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The API token is not accepted, or does not have the scope. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body does not have the content type of this call. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has a message for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Too many messages from this mailbox or client address. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listDrafts: {
    parameters: {
      query?: {
        /** @description The maximum number of items; 100 by default. */
        limit?: number;
        /** @description The number of items to skip; 0 by default. */
        offset?: number;
        /** @description Only drafts of this kind: `place`, `article`, `category`, `page` or `settings`. */
        kind?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          /** @description The URL of the next page, as `rel="next"`; absent on the last page. */
          link?: string | null;
          /** @description The total number of drafts. */
          "x-total-count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DraftItem"][];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  getSignInConfig: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The identity provider, the ways to sign in, and the rule of passwords. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SignInConfigResponse"];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The API token is not valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The API token is not accepted, or does not have the scope. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listEntries: {
    parameters: {
      query?: {
        /** @description The maximum number of items; 100 by default. */
        limit?: number;
        /** @description The number of items to skip; 0 by default. */
        offset?: number;
        /** @description Only entries about this place. */
        placeId?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          /** @description The URL of the next page, as `rel="next"`; absent on the last page. */
          link?: string | null;
          /** @description The total number of entries. */
          "x-total-count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["EntryResponse"][];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  createEntry: {
    parameters: {
      query?: never;
      header?: {
        /** @description A unique value for this request, such as a UUID. For 24 hours, a retry of the same request with this key gets the first response (with `Idempotency-Replayed: true`) and creates nothing. Another request with this key gets 422. */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["NewEntry"];
      };
    };
    responses: {
      /** @description Created. `Location` is the URL of the new record. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["EntryResponse"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description An earlier request with this `Idempotency-Key` is still running, or its response was lost (`type` is then `/problems/response-lost`). */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body does not have the content type of this call. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has a message for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account has posted too many entries or comments. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  getEntry: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the entry. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["EntryResponse"];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  deleteOwnEntry: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the entry. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success, without a body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  createComment: {
    parameters: {
      query?: never;
      header?: {
        /** @description A unique value for this request, such as a UUID. For 24 hours, a retry of the same request with this key gets the first response (with `Idempotency-Replayed: true`) and creates nothing. Another request with this key gets 422. */
        "Idempotency-Key"?: string;
      };
      path: {
        /** @description The id of the entry. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["NewComment"];
      };
    };
    responses: {
      /** @description Created. `Location` is the URL of the entry. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CommentResponse"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The entry is the caller's own and not approved yet. Or an earlier request with this `Idempotency-Key` is still running, or its response was lost (`type` is then `/problems/response-lost`). */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body does not have the content type of this call. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has a message for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account has posted too many entries or comments. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listImages: {
    parameters: {
      query?: {
        /** @description The search words: each must occur in the file name, the text alternative, the caption or the credit. Case and diacritics are ignored: `boat`. */
        q?: string;
        /** @description `true`: only images in use; `false`: only the others. */
        used?: boolean;
        /** @description `true`: only images that have a text alternative or are decorative; `false`: only the others. */
        described?: boolean;
        /** @description The maximum number of items; 100 by default. */
        limit?: number;
        /** @description The number of items to skip; 0 by default. */
        offset?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          /** @description The URL of the next page, as `rel="next"`; absent on the last page. */
          link?: string | null;
          /** @description The total number of images. */
          "x-total-count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MediaResponse"][];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  addImage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "multipart/form-data": components["schemas"]["MediaUpload"];
      };
    };
    responses: {
      /** @description Created. `Location` is the URL of the new record. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MediaResponse"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The upload stalled. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body does not have the content type of this call. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has a message for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account has uploaded too many images for guestbook entries: 9 that are in no entry yet, or 60 within a day. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  getImage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the image. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MediaResponse"];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  updateImage: {
    parameters: {
      query?: never;
      header?: {
        /** @description The version to change: the record's `version` in quotes, as in `"3"`, or the `ETag` of a read. `*` matches any version. Weak tags and tags of compressed responses are accepted. */
        "If-Match"?: string | null;
      };
      path: {
        /** @description The id of the image. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["MediaChanges"];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MediaResponse"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The record was changed since; `current` is the record as it is now. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body does not have the content type of this call. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has a message for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  deleteImage: {
    parameters: {
      query?: {
        /** @description `true`: delete the image even if it is in use. */
        force?: boolean;
      };
      header?: never;
      path: {
        /** @description The id of the image. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success, without a body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The image is in use. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  replaceImage: {
    parameters: {
      query?: never;
      header?: {
        /** @description The version to change: the record's `version` in quotes, as in `"3"`, or the `ETag` of a read. `*` matches any version. Weak tags and tags of compressed responses are accepted. */
        "If-Match"?: string | null;
      };
      path: {
        /** @description The id of the image. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "multipart/form-data": components["schemas"]["MediaReplacement"];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MediaResponse"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The record was changed since; `current` is the record as it is now. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body does not have the content type of this call. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has a message for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  restoreImage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the image. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MediaResponse"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listImageUses: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the image. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ImageUse"][];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  parseOpeningHours: {
    parameters: {
      query: {
        /**
         * @description The opening hours in the syntax of OpenStreetMap's `opening_hours`.
         * @example Mo-Fr 07:00-17:00
         */
        hours: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["OpeningReading"];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  getAbout: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PageResponse_About"];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The API token is not valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The API token is not accepted, or does not have the scope. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The page does not exist yet. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  updateAbout: {
    parameters: {
      query?: never;
      header?: {
        /** @description The version to change: the record's `version` in quotes, as in `"3"`, or the `ETag` of a read. `*` matches any version. `"0"` stands for a page that does not exist yet. Weak tags and tags of compressed responses are accepted. */
        "If-Match"?: string | null;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["AboutChanges"];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PageResponse_About"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The record was changed since; `current` is the record as it is now. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body does not have the content type of this call. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has a message for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  getGettingHere: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PageResponse_GettingHere"];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The API token is not valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The API token is not accepted, or does not have the scope. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The page does not exist yet. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  updateGettingHere: {
    parameters: {
      query?: never;
      header?: {
        /** @description The version to change: the record's `version` in quotes, as in `"3"`, or the `ETag` of a read. `*` matches any version. `"0"` stands for a page that does not exist yet. Weak tags and tags of compressed responses are accepted. */
        "If-Match"?: string | null;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["GettingHereChanges"];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PageResponse_GettingHere"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The record was changed since; `current` is the record as it is now. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body does not have the content type of this call. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has a message for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  getHelp: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PageResponse_Help"];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The API token is not valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The API token is not accepted, or does not have the scope. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The page does not exist yet. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  updateHelp: {
    parameters: {
      query?: never;
      header?: {
        /** @description The version to change: the record's `version` in quotes, as in `"3"`, or the `ETag` of a read. `*` matches any version. `"0"` stands for a page that does not exist yet. Weak tags and tags of compressed responses are accepted. */
        "If-Match"?: string | null;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["HelpChanges"];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PageResponse_Help"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The record was changed since; `current` is the record as it is now. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body does not have the content type of this call. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has a message for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  getPrivacy: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PageResponse_Privacy"];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The API token is not valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The API token is not accepted, or does not have the scope. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The page does not exist yet. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  updatePrivacy: {
    parameters: {
      query?: never;
      header?: {
        /** @description The version to change: the record's `version` in quotes, as in `"3"`, or the `ETag` of a read. `*` matches any version. `"0"` stands for a page that does not exist yet. Weak tags and tags of compressed responses are accepted. */
        "If-Match"?: string | null;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["PrivacyChanges"];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PageResponse_Privacy"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The record was changed since; `current` is the record as it is now. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body does not have the content type of this call. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has a message for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  getPreview: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The last part of the link.
         * @example GhLtWgZP0r7uQn3xVb5yKc2dEa9sJm4fTi6oUe8pRwA
         */
        ticket: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PreviewResponse"];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The API token is not valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The API token is not accepted, or does not have the scope. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Too many wrong tickets from this address. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listReleases: {
    parameters: {
      query?: {
        /** @description The maximum number of items; 100 by default. */
        limit?: number;
        /** @description The number of items to skip; 0 by default. */
        offset?: number;
        /** @description Only releases in this state. */
        state?: components["schemas"]["ReleaseState"];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          /** @description The URL of the next page, as `rel="next"`; absent on the last page. */
          link?: string | null;
          /** @description The total number of releases. */
          "x-total-count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ReleaseItem"][];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  createRelease: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ReleaseRequest"];
      };
    };
    responses: {
      /** @description Created. `Location` is the URL of the new record. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Release"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body does not have the content type of this call. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has a message for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  getRelease: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of the release.
         * @example 7
         */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Release"];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  updateRelease: {
    parameters: {
      query?: never;
      header?: {
        /** @description The version of the release in quotes, as in `"3"`. `*` matches any version. */
        "If-Match"?: string | null;
      };
      path: {
        /**
         * @description The id of the release.
         * @example 7
         */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ReleaseChanges"];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Release"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The release is not open. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The release was changed since; `current` is the release as it is now. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body does not have the content type of this call. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has a message for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  cancelRelease: {
    parameters: {
      query?: never;
      header?: {
        /** @description The version of the release in quotes, as in `"3"`. `*` matches any version. */
        "If-Match"?: string | null;
      };
      path: {
        /**
         * @description The id of the release.
         * @example 7
         */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success, without a body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The release is not open. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The release was changed since; `current` is the release as it is now. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  addReleaseDraft: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of the release.
         * @example 7
         */
        id: number;
        /** @description The kind of the record. */
        kind: components["schemas"]["RecordKind"];
        /**
         * @description The id of the record, as in `getDraft`.
         * @example 7
         */
        recordId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success, without a body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The release is not open or is full, or the draft has another release or a time of its own. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The record was changed since; `current` is the record as it is now. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  removeReleaseDraft: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of the release.
         * @example 7
         */
        id: number;
        /** @description The kind of the record. */
        kind: components["schemas"]["RecordKind"];
        /**
         * @description The id of the record, as in `getDraft`.
         * @example 7
         */
        recordId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success, without a body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The release is not open. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  publishRelease: {
    parameters: {
      query?: never;
      header?: {
        /** @description The version of the release in quotes, as in `"3"`. `*` matches any version. */
        "If-Match"?: string | null;
      };
      path: {
        /**
         * @description The id of the release.
         * @example 7
         */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Release"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Some records prevent it, and `records` names them; or the release has no drafts or is not open. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The release or one of its drafts was changed since; `current` is the release as it is now. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  undoRelease: {
    parameters: {
      query?: never;
      header?: {
        /** @description The version of the release in quotes, as in `"3"`. `*` matches any version. */
        "If-Match"?: string | null;
      };
      path: {
        /**
         * @description The id of the release.
         * @example 7
         */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Release"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Some records prevent it, and `records` names them; or the release is not published. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The release was changed since; `current` is the release as it is now. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  getSettings: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SettingsResponse"];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The API token is not valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The API token is not accepted, or does not have the scope. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  updateSettings: {
    parameters: {
      query?: never;
      header?: {
        /** @description The version to change: the record's `version` in quotes, as in `"3"`, or the `ETag` of a read. `*` matches any version. Weak tags and tags of compressed responses are accepted. */
        "If-Match"?: string | null;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SettingsChanges"];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SettingsResponse"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The record was changed since; `current` is the record as it is now. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body does not have the content type of this call. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has a message for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listSuggestions: {
    parameters: {
      query: {
        /**
         * @description The text typed so far.
         * @example cave
         */
        q: string;
        /** @description The maximum number of items of each kind; 6 by default. */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Suggestions"];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is not valid; without a token the response is public. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The API token is not accepted, or does not have the scope. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listLikes: {
    parameters: {
      query?: {
        /** @description The maximum number of items; 1000 by default. */
        limit?: number;
        /** @description The number of items to skip; 0 by default. */
        offset?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          /** @description The URL of the next page, as `rel="next"`; absent on the last page. */
          link?: string | null;
          /** @description The total number of places. */
          "x-total-count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PlaceResponse"][];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  toggleLike: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["LikeRequest"];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["LikeResponse"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is no public place with this id. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body does not have the content type of this call. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has a message for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  likePlace: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the place. */
        businessId: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["LikeResponse"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The record was changed since; `current` is the record as it is now. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  unlikePlace: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the place. */
        businessId: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["LikeResponse"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  redeliverWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the delivery. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WebhookDelivery"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listWebhooks: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WebhookResponse"][];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  createWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["WebhookRequest"];
      };
    };
    responses: {
      /** @description Created. `Location` is the URL of the new record. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WebhookWithSecret"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There are 50 webhooks. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body does not have the content type of this call. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has a message for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  getWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the webhook. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WebhookResponse"];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  updateWebhook: {
    parameters: {
      query?: never;
      header?: {
        /** @description The version to change: the record's `version` in quotes, as in `"3"`, or the `ETag` of a read. `*` matches any version. Weak tags and tags of compressed responses are accepted. */
        "If-Match"?: string | null;
      };
      path: {
        /** @description The id of the webhook. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["WebhookChanges"];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WebhookResponse"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The record was changed since; `current` is the record as it is now. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body does not have the content type of this call. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has a message for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  deleteWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the webhook. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success, without a body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listWebhookDeliveries: {
    parameters: {
      query?: {
        /** @description Only deliveries in this state: pending, delivered or failed. */
        state?: string;
        /** @description The maximum number of items; 100 by default. */
        limit?: number;
        /** @description The number of items to skip; 0 by default. */
        offset?: number;
      };
      header?: never;
      path: {
        /** @description The id of the webhook. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          /** @description The URL of the next page, as `rel="next"`; absent on the last page. */
          link?: string | null;
          /** @description The total number of deliveries. */
          "x-total-count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WebhookDelivery"][];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  rotateWebhookSecret: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the webhook. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WebhookWithSecret"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  testWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the webhook. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WebhookDelivery"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  getDraft: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The kind of the record. */
        kind: components["schemas"]["RecordKind"];
        /**
         * @description The id of the record. For `pages`: `getting-here`, `about`, `help` or `privacy`; for `settings`: `1`.
         * @example 7
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Draft"];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  saveDraft: {
    parameters: {
      query?: never;
      header?: {
        /** @description The version of the draft in quotes, as in `"1795000000000"`, or `"0"` if there is none. `*` matches any version. */
        "If-Match"?: string | null;
      };
      path: {
        /** @description The kind of the record. */
        kind: components["schemas"]["RecordKind"];
        /**
         * @description The id of the record. For `pages`: `getting-here`, `about`, `help` or `privacy`; for `settings`: `1`.
         * @example 7
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["DraftRequest"];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Draft"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The record was changed since; `current` is the record as it is now. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body does not have the content type of this call. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has a message for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  deleteDraft: {
    parameters: {
      query?: never;
      header?: {
        /** @description The version of the draft in quotes, as in `"1795000000000"`. `*` matches any version. */
        "If-Match"?: string | null;
      };
      path: {
        /** @description The kind of the record. */
        kind: components["schemas"]["RecordKind"];
        /**
         * @description The id of the record. For `pages`: `getting-here`, `about`, `help` or `privacy`; for `settings`: `1`.
         * @example 7
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success, without a body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The draft was changed since; `current` is the draft as it is now. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  publishDraft: {
    parameters: {
      query?: never;
      header?: {
        /** @description The version of the draft in quotes, as in `"1795000000000"`. `*` matches any version. */
        "If-Match"?: string | null;
      };
      path: {
        /** @description The kind of the record. */
        kind: components["schemas"]["RecordKind"];
        /**
         * @description The id of the record. For `pages`: `getting-here`, `about`, `help` or `privacy`; for `settings`: `1`.
         * @example 7
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PublishedDraft"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The draft or the record was changed since; `current` is the one that was changed. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has a message for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listPreviews: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The kind of the record. */
        kind: components["schemas"]["RecordKind"];
        /**
         * @description The id of the record. For `pages`: `getting-here`, `about`, `help` or `privacy`; for `settings`: `1`.
         * @example 7
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PreviewItem"][];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  createPreview: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The kind of the record. */
        kind: components["schemas"]["RecordKind"];
        /**
         * @description The id of the record. For `pages`: `getting-here`, `about`, `help` or `privacy`; for `settings`: `1`.
         * @example 7
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["PreviewRequest"];
      };
    };
    responses: {
      /** @description Created. `Location` is the URL of the new record. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["NewPreview"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The record or its draft does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Too many shared previews of the record are open. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body does not have the content type of this call. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has a message for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  deletePreview: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The kind of the record. */
        kind: components["schemas"]["RecordKind"];
        /**
         * @description The id of the record. For `pages`: `getting-here`, `about`, `help` or `privacy`; for `settings`: `1`.
         * @example 7
         */
        id: string;
        /** @description The id of the preview. */
        previewId: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success, without a body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  listRevisions: {
    parameters: {
      query?: {
        /** @description The maximum number of items; 100 by default. */
        limit?: number;
        /** @description The number of items to skip; 0 by default. */
        offset?: number;
      };
      header?: never;
      path: {
        /** @description The kind of the record. */
        kind: components["schemas"]["RecordKind"];
        /**
         * @description The id of the record. For `pages`: `getting-here`, `about`, `help` or `privacy`; for `settings`: `1`.
         * @example 7
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          /** @description The URL of the next page, as `rel="next"`; absent on the last page. */
          link?: string | null;
          /** @description The total number of revisions. */
          "x-total-count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RevisionItem"][];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  deleteRevisions: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The kind of the record. */
        kind: components["schemas"]["RecordKind"];
        /**
         * @description The id of the record. For `pages`: `getting-here`, `about`, `help` or `privacy`; for `settings`: `1`.
         * @example 7
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success, without a body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  getRevision: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The kind of the record. */
        kind: components["schemas"]["RecordKind"];
        /**
         * @description The id of the record. For `pages`: `getting-here`, `about`, `help` or `privacy`; for `settings`: `1`.
         * @example 7
         */
        id: string;
        /** @description The number of the revision. */
        number: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Revision"];
        };
      };
      /** @description Not modified: the `ETag` in `If-None-Match` is current. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  updateRevision: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The kind of the record. */
        kind: components["schemas"]["RecordKind"];
        /**
         * @description The id of the record. For `pages`: `getting-here`, `about`, `help` or `privacy`; for `settings`: `1`.
         * @example 7
         */
        id: string;
        /** @description The number of the revision. */
        number: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["RevisionChanges"];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Revision"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The record was changed since; `current` is the record as it is now. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body does not have the content type of this call. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has a message for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  deleteRevision: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The kind of the record. */
        kind: components["schemas"]["RecordKind"];
        /**
         * @description The id of the record. For `pages`: `getting-here`, `about`, `help` or `privacy`; for `settings`: `1`.
         * @example 7
         */
        id: string;
        /** @description The number of the revision. */
        number: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success, without a body. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description It is the newest revision. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
  restoreRevision: {
    parameters: {
      query?: never;
      header?: {
        /** @description The version to change: the record's `version` in quotes, as in `"3"`, or the `ETag` of a read. `*` matches any version. Weak tags and tags of compressed responses are accepted. */
        "If-Match"?: string | null;
      };
      path: {
        /** @description The kind of the record. */
        kind: components["schemas"]["RecordKind"];
        /**
         * @description The id of the record. For `pages`: `getting-here`, `about`, `help` or `privacy`; for `settings`: `1`.
         * @example 7
         */
        id: string;
        /** @description The number of the revision. */
        number: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["RestoreRequest"];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RestoredRevision"];
        };
      };
      /** @description The request is malformed; `errors` names each unknown or invalid parameter or field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The token is missing or no longer valid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The account does not have this permission. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Not found. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body did not arrive in time. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The record was changed since; `current` is the record as it is now. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The URL is too long. */
      414: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The body does not have the content type of this call. */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description A field breaks a rule; `errors` has a message for each. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description The quota of the API token is used up. */
      429: {
        headers: {
          /** @description What remains of them: `r` requests now, more in `t` seconds. */
          ratelimit?: string;
          /** @description The limits of the call: the quota `q` and its window `w` in seconds. */
          "ratelimit-policy"?: string;
          /** @description The number of seconds to wait. */
          "retry-after"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description Temporarily unavailable; `Retry-After` is the number of seconds to wait. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      /** @description There is not enough storage space; `Retry-After` is the number of seconds to wait. */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
    };
  };
}
