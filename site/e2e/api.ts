import type {
  AdminEntryRequest,
  AdminEntryResponse,
  AlertRequest,
  AlertResponse,
  ArticleRequest,
  ArticleResponse,
  CategoryRequest,
  CategoryResponse,
  Draft,
  DraftItem,
  DraftRequest,
  EnquiryRequest,
  EnquiryResponse,
  EntryCounts,
  EntryResponse,
  ImportResponse,
  MediaChanges,
  MediaResponse,
  MessageResponse,
  NewComment,
  NewEntry,
  PlaceRequest,
  PlaceResponse,
  ProfileChanges,
  ProfileResponse,
  ProposalResponse,
  ReleaseItem,
  SessionResponse,
  SettingsChanges,
  SettingsResponse,
  SignUpRequest,
  StandingPageChanges,
  StandingPages,
  Stats,
  UserCounts,
  UserRequest,
  UserResponse,
  ModerationRequest,
} from "@karst/client";
import type { ChangeFeed } from "@karst/client/changes";

/** The origin of the guide under test, from `run.sh`. */
export const ORIGIN = requiredEnv("BASE_URL");

export type Role = "admin" | "business_owner" | "viewer";

export interface Credentials {
  email: string;
  password: string;
}

/** The email and password of the account that `run.sh` creates for each role. */
export function credentials(role: Role): Credentials {
  return role === "admin"
    ? { email: requiredEnv("ADMIN_EMAIL"), password: requiredEnv("ADMIN_PASSWORD") }
    : { email: `${role}@example.org`, password: requiredEnv("PEOPLE_PASSWORD") };
}

/** An environment variable that `run.sh` sets. Throws where it is missing. */
export function requiredEnv(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the tests by site/e2e/run.sh`);
  return value;
}

/** The API of one caller. An error response is thrown with its body. */
export class Api {
  private constructor(
    readonly token: string | null,
    readonly origin: string,
  ) {}

  static anonymous(origin = ORIGIN): Api {
    return new Api(null, origin);
  }

  static as(role: Role, origin = ORIGIN): Promise<Api> {
    return Api.signedIn(credentials(role), origin);
  }

  static async signedIn(account: Credentials, origin = ORIGIN): Promise<Api> {
    const session = await new Api(null, origin).send<SessionResponse>("POST", "/api/auth/sign-in", account);
    return new Api(session.token, origin);
  }

  /** All public places, in the order of the list. */
  places = (query = "") =>
    this.send<PlaceResponse[]>("GET", `/api/businesses?limit=1000${query && `&${query}`}`);
  place = (idOrSlug: number | string) => this.send<PlaceResponse>("GET", `/api/businesses/${idOrSlug}`);
  categories = () => this.send<CategoryResponse[]>("GET", "/api/categories");
  addCategory = (form: CategoryRequest) => this.send<CategoryResponse>("POST", "/api/categories", form);
  updateCategory = (id: number, form: Partial<CategoryRequest>) =>
    this.send<CategoryResponse>("PUT", `/api/categories/${id}`, form);
  removeCategory = (id: number) => this.send<void>("DELETE", `/api/categories/${id}`);
  settings = () => this.send<SettingsResponse>("GET", "/api/settings");
  updateSettings = (changes: SettingsChanges) => this.send<SettingsResponse>("PUT", "/api/settings", changes);
  standingPage = <Name extends keyof StandingPages>(name: Name) =>
    this.send<StandingPages[Name]>("GET", `/api/pages/${name}`);
  updateStandingPage = <Name extends keyof StandingPages>(name: Name, changes: StandingPageChanges[Name]) =>
    this.send<StandingPages[Name]>("PUT", `/api/pages/${name}`, changes);
  addAlert = (form: AlertRequest) => this.send<AlertResponse>("POST", "/api/admin/alerts", form);
  alerts = () => this.send<AlertResponse[]>("GET", "/api/alerts");
  endAlert = (id: number) => this.send<AlertResponse>("POST", `/api/admin/alerts/${id}/end`);
  imports = () => this.send<ImportResponse[]>("GET", "/api/admin/imports?limit=100");
  importJob = (id: number) => this.send<ImportResponse>("GET", `/api/admin/imports/${id}`);
  undoImport = (id: number) => this.send<ImportResponse>("POST", `/api/admin/imports/${id}/undo`);
  removeImport = (id: number) => this.send<void>("DELETE", `/api/admin/imports/${id}`);
  changes = (since?: string) =>
    this.send<ChangeFeed>("GET", `/api/changes${since === undefined ? "" : `?since=${since}`}`);
  stats = () => this.send<Stats>("GET", "/api/admin/stats");

  /** All public articles, newest first. */
  articles = (query = "") =>
    this.send<ArticleResponse[]>("GET", `/api/articles?limit=100${query && `&${query}`}`);
  createArticle = (form: ArticleRequest) => this.send<ArticleResponse>("POST", "/api/articles", form);

  create = (form: Partial<PlaceRequest>) => this.send<PlaceResponse>("POST", "/api/businesses", form);
  update = (id: number, form: Partial<PlaceRequest>) =>
    this.send<PlaceResponse>("PUT", `/api/businesses/${id}`, form);
  remove = (id: number) => this.send<void>("DELETE", `/api/businesses/${id}`);
  restore = (id: number) => this.send<PlaceResponse>("POST", `/api/businesses/${id}/restore`);

  /** Saves the draft of a record, such as `businesses/7`. */
  saveDraft = (record: string, draft: DraftRequest) => this.send<Draft>("PUT", `/api/${record}/draft`, draft);
  publishDraft = (record: string) => this.send<{ version: number }>("POST", `/api/${record}/draft/publish`);
  drafts = () => this.send<DraftItem[]>("GET", "/api/drafts?limit=100");
  releases = (state: ReleaseItem["state"]) =>
    this.send<ReleaseItem[]>("GET", `/api/releases?state=${state}&limit=100`);
  createRelease = (name: string) => this.send<ReleaseItem>("POST", "/api/releases", { name });
  addReleaseDraft = (release: number, record: string) =>
    this.send<void>("PUT", `/api/releases/${release}/drafts/${record}`);
  cancelRelease = (id: number) => this.send<void>("DELETE", `/api/releases/${id}`);

  signUp = (form: SignUpRequest) => this.send<SessionResponse>("POST", "/api/auth/sign-up", form);
  profile = () => this.send<ProfileResponse>("GET", "/api/auth/account");

  users = (query = "") => this.send<UserResponse[]>("GET", `/api/admin/users${query && `?${query}`}`);
  user = (id: string) => this.send<UserResponse>("GET", `/api/admin/users/${id}`);
  userCounts = () => this.send<UserCounts>("GET", "/api/admin/users/counts");
  addUser = (form: UserRequest) => this.send<UserResponse>("POST", "/api/admin/users", form);
  updateUser = (id: string, form: Partial<UserRequest>) =>
    this.send<UserResponse>("PUT", `/api/admin/users/${id}`, form);
  removeUser = (id: string) => this.send<void>("DELETE", `/api/admin/users/${id}`);

  article = (id: number) => this.send<ArticleResponse>("GET", `/api/articles/${id}`);
  updateArticle = (id: number, form: Partial<ArticleRequest>) =>
    this.send<ArticleResponse>("PUT", `/api/articles/${id}`, form);
  removeArticle = (id: number) => this.send<void>("DELETE", `/api/articles/${id}`);

  /** Writes an entry as a traveler does. */
  writeEntry = (message: string, more: Partial<NewEntry> = {}) =>
    this.send<{ id: number }>("POST", "/api/guestbook", { message, ...more });
  moderate = (id: number, status: ModerationRequest["status"]) =>
    this.send<AdminEntryResponse>("POST", `/api/admin/guestbook/${id}/moderate`, { status });
  undo = (id: number) => this.send<AdminEntryResponse>("POST", `/api/admin/guestbook/${id}/undo`);
  writeComment = (id: number, comment: string, more: Partial<NewComment> = {}) =>
    this.send<{ id: number }>("POST", `/api/guestbook/${id}/comments`, { comment, ...more });
  moderateComment = (id: number, status: ModerationRequest["status"]) =>
    this.send<unknown>("POST", "/api/admin/comments/bulk", { ids: [id], status });
  addEntry = (form: AdminEntryRequest) => this.send<AdminEntryResponse>("POST", "/api/admin/guestbook", form);
  entry = (id: number) => this.send<AdminEntryResponse>("GET", `/api/admin/guestbook/${id}`);
  entryCounts = () => this.send<EntryCounts>("GET", "/api/admin/guestbook/counts");
  updateEntry = (id: number, form: object) =>
    this.send<AdminEntryResponse>("PUT", `/api/admin/guestbook/${id}`, form);
  removeEntry = (id: number) => this.send<void>("DELETE", `/api/admin/guestbook/${id}`);

  updateProfile = (form: ProfileChanges) => this.send<ProfileResponse>("PUT", "/api/auth/account", form);
  enquire = (place: number, form: EnquiryRequest) =>
    this.send<{ id: number }>("POST", `/api/businesses/${place}/enquiries`, form);
  enquiries = (place: number) =>
    this.send<EnquiryResponse[]>("GET", `/api/admin/enquiries?businessId=${place}`);

  proposals = (place: number) =>
    this.send<ProposalResponse[]>("GET", `/api/admin/proposals?placeId=${place}`);

  sendMessage = (form: object) => this.send<{ id: number }>("POST", "/api/contact", form);
  message = (id: number) => this.send<MessageResponse>("GET", `/api/admin/contact/${id}`);
  updateMessage = (id: number, form: object) =>
    this.send<MessageResponse>("PUT", `/api/admin/contact/${id}`, form);
  removeMessage = (id: number) => this.send<void>("DELETE", `/api/admin/contact/${id}`);

  signOutEverywhere = () => this.send<void>("POST", "/api/auth/sign-out-everywhere");
  entries = () => this.send<EntryResponse[]>("GET", "/api/guestbook");
  likes = () => this.send<PlaceResponse[]>("GET", "/api/user/likes");
  like = (id: number) => this.send<unknown>("PUT", `/api/user/likes/${id}`);

  /** Uploads an image with a text alternative to the library. */
  async addImage(file: Buffer, alt: string, name = "picture.png"): Promise<MediaResponse> {
    const body = new FormData();
    body.append("alt", alt);
    body.append("file", new Blob([new Uint8Array(file)]), name);
    const headers = { authorization: `Bearer ${this.token}` };
    const response = await fetch(`${this.origin}/api/media`, { method: "POST", headers, body });
    if (!response.ok) throw new Error(`POST /api/media: ${response.status}: ${await response.text()}`);
    return (await response.json()) as MediaResponse;
  }
  updateImage = (id: number, changes: MediaChanges) =>
    this.send<MediaResponse>("PUT", `/api/media/${id}`, changes);
  removeImage = (id: number) => this.send<void>("DELETE", `/api/media/${id}?force=true`);

  async categoryId(slug: string): Promise<number> {
    const found = (await this.categories()).find((category) => category.slug === slug);
    if (!found) throw new Error(`There is no category ${slug}`);
    return found.id;
  }

  private async send<T>(method: string, path: string, body?: unknown): Promise<T> {
    const headers: Record<string, string> = {};
    if (this.token) headers.authorization = `Bearer ${this.token}`;
    if (body) headers["content-type"] = "application/json";
    const response = await fetch(this.origin + path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}: ${text}`);
    return (text ? JSON.parse(text) : undefined) as T;
  }
}
