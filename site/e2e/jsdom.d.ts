/** The part of jsdom that tests use. It comes without types. */
declare module "jsdom" {
  export class JSDOM {
    window: { DOMParser: typeof DOMParser };
  }
}
