/** The part of jsdom that the tests use; jsdom has no types. */
declare module "jsdom" {
  export class JSDOM {
    window: { DOMParser: typeof DOMParser };
  }
}
