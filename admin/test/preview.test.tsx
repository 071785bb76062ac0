import { createTheme, ThemeProvider } from "@mui/material/styles";
import { fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { CoreAdminContext, memoryStore, type AuthProvider } from "react-admin";
import { describe, expect, it, vi } from "vitest";
import ArticlePreview from "../src/articles/ArticlePreview";
import { toText } from "../src/articles/shape";
import BusinessPreview from "../src/businesses/BusinessPreview";
import type { LocationMapProps } from "../src/map/LocationMap";
import { lightTheme } from "../src/theme/theme";
import { anAccount, anArticle, aPlace } from "./things";

vi.mock("../src/resources", () => ({
  settings: async () => ({ brand: "Test Guide", timeZone: "Asia/Ho_Chi_Minh", mapStyleUrl: "/style.json" }),
  libraryPage: async () => ({ data: [], total: 0 }),
  resources: {},
}));
vi.mock("../src/map/LocationMap", () => ({
  default: ({ point, zoom, icon, color, isApproximate, overlay, styleUrl }: LocationMapProps) => {
    const { latitude, longitude } = point;
    return (
      <pre>{[latitude, longitude, zoom, icon, color, isApproximate, overlay?.type, styleUrl].join()}</pre>
    );
  },
}));

function show(preview: ReactNode) {
  const auth = { checkAuth: async () => {}, getPermissions: async () => anAccount() };
  render(
    <CoreAdminContext authProvider={auth as unknown as AuthProvider} store={memoryStore()}>
      <ThemeProvider theme={createTheme(lightTheme)}>{preview}</ThemeProvider>
    </CoreAdminContext>,
  );
}

const image = (name: string) => screen.getByRole("img", { name }).getAttribute("src");
const mapOf = async (name: string) =>
  (await screen.findByRole("region", { name: `Map of ${name}` })).textContent;

// R126
describe("the preview of a place", () => {
  const preview = (changes = {}) => show(<BusinessPreview place={aPlace(changes)} onClose={() => {}} />);

  it("has the header image and the map of its page", async () => {
    preview({ imageUrl: "https://example.org/en.jpg" });
    expect(image("Hang En")).toBe("https://example.org/en.jpg");
    await screen.findByText("17.44,106.29,15,mountain,#7C2D12,false,,/style.json");
  });

  it("has an illustration in place of a missing or broken image, and says that a location is approximate", async () => {
    preview({ imageUrl: null, coordinateConfidence: "village-level" });
    expect(image("Hang En"), "the first of the gallery").toBe("/media/1.webp");
    fireEvent.error(screen.getByRole("img", { name: "Hang En" }));
    expect(image("Illustration for Hang En")).toBe("/scenes/cave-7.svg");
    expect(await mapOf("Hang En")).toContain("Location approximate");
  });
});

// R137
describe("the preview of an article", () => {
  const TEXT = { ...toText(anArticle({ tags: ["river"] })), title: "By boat", mainImageUrl: "" };
  const future = "2190-01-05T02:00:00Z";

  it("has the illustration of its tags and the map with its route", async () => {
    const mapOverlay = '{"type":"LineString","coordinates":[[106,17],[107,18]]}';
    show(
      <ArticlePreview
        article={{ ...TEXT, latitude: "17.5", longitude: "106.3", mapOverlay }}
        id={3}
        onClose={() => {}}
      />,
    );
    expect(image("Illustration for By boat")).toBe("/scenes/water-40003.svg");
    await screen.findByText("17.5,106.3,14,,,,LineString,/style.json");
  });

  it.each([
    [
      { isActive: true, publicationDate: "2020-01-05T02:00:00Z" },
      /^On the site$/,
      /Travelers see them once you save\.$/,
    ],
    [
      { isActive: true, publicationDate: future },
      /^Not on the site yet: .*2190/,
      /Goes live on .*2190.* once saved\.$/,
    ],
    [
      { isActive: false, publicationDate: future },
      /^Not on the site: inactive$/,
      /changes\. Not on the site: inactive\.$/,
    ],
  ])("says whether it is on the site, as it is stored and with changes", async (changes, stored, unsaved) => {
    const article = { ...TEXT, ...changes };
    show(<ArticlePreview article={article} isStored onClose={() => {}} />);
    expect(screen.getByText(stored)).toBeTruthy();
    show(<ArticlePreview article={article} onClose={() => {}} />);
    expect(screen.getByText(unsaved)).toBeTruthy();
  });
});
