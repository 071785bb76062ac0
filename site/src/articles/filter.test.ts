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
const ids = (topic: string | null, words = "") => {
  const { featured, others } = filterArticles(articles, { topic, words });
  return [featured.map(({ id }) => id), others.map(({ id }) => id)];
};

test("row 84: the topics are the distinct tags, sorted", () => {
  expect(listTopics(articles)).toEqual(["cave", "food", "nature", "planning"]);
  expect(listTopics([])).toEqual([]);
  expect(countByTopic(articles, "cave")).toBe(2);
});

test("row 85: the featured ones stand apart only while no topic is chosen", () => {
  expect(ids(null)).toEqual([[1], [2, 3]]);
  expect(ids("cave")).toEqual([[], [1, 2]]);
});

test("row 86: nothing is found about a topic that nobody wrote about", () => {
  expect(ids("surf")).toEqual([[], []]);
});

describe("words", () => {
  test.each([
    ["dong thien duong", [3]],
    ["ĐƯỜNG", [3]],
    ["Hằng".normalize("NFD"), [3]],
    ["cold bicycle", [2]],
    ["nature", [3]],
    ["volcano", []],
  ])("%j finds %j", (words, found) => {
    expect(ids(null, words)[1]).toEqual(found);
  });

  test("and a topic add up", () => {
    expect(ids("cave", "beer")).toEqual([[], [2]]);
    expect(ids("nature", "beer")).toEqual([[], []]);
  });
});

test("an article in a list carries its day in words, and no content", () => {
  expect(articles[0]).toMatchObject({ date: "January 5, 2026", sources: ["/scenes/cave-40001.svg"] });
  expect(summarize(anArticle(), ZONE)).not.toHaveProperty("mainImageUrl");
});
