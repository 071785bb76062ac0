import { describe, expect, test } from "vitest";
import { anArticle } from "./anArticle.fixture";
import { countByTopic, filterArticles, listTopics } from "./filter";
import { summarize } from "./summary";

const ZONE = "Asia/Ho_Chi_Minh";
const articles = [
  anArticle({ id: 1, isFeatured: true }),
  anArticle({ id: 2, title: "Bong Lai by bicycle", tags: ["food", "Cave"], summary: "Ducks and cold beer." }),
  anArticle({
    id: 3,
    title: "Động Thiên Đường",
    author: "Nguyễn Hằng",
    tags: ["nature"],
    summary: "A boardwalk.",
  }),
].map((article) => summarize(article, ZONE));
const ids = (topic: string | null, query = "") => {
  const { featured, others } = filterArticles(articles, { topic, query });
  return [featured.map(({ id }) => id), others.map(({ id }) => id)];
};

// R84
test("the topics are the distinct tags in alphabetical order", () => {
  expect(listTopics(articles)).toEqual(["cave", "food", "nature", "planning"]);
  expect(listTopics([])).toEqual([]);
  expect(countByTopic(articles, "cave")).toBe(2);
});

// R85
test("featured articles are separate only while no topic is selected", () => {
  expect(ids(null)).toEqual([[1], [2, 3]]);
  expect(ids("cave")).toEqual([[], [1, 2]]);
});

// R86
test("an unknown topic has no articles", () => {
  expect(ids("surf")).toEqual([[], []]);
});

describe("a search", () => {
  test.each([
    ["dong thien duong", [3]],
    ["ĐƯỜNG", [3]],
    ["Hằng".normalize("NFD"), [3]],
    ["cold bicycle", [2]],
    ["nature", [3]],
    ["volcano", []],
  ])("for %j finds %j", (query, found) => {
    expect(ids(null, query)[1]).toEqual(found);
  });

  test("is combined with the topic", () => {
    expect(ids("cave", "beer")).toEqual([[], [2]]);
    expect(ids("nature", "beer")).toEqual([[], []]);
  });
});

test("a summary has the formatted date and no image fields", () => {
  expect(articles[0]).toMatchObject({ date: "January 5, 2026", sources: ["/scenes/cave-40001.svg"] });
  expect(summarize(anArticle(), ZONE)).not.toHaveProperty("mainImageUrl");
});
