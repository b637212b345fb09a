/** The part of s3rver, which has no types of its own, that the tests use. */
declare module "s3rver" {
  import type { IncomingMessage, ServerResponse } from "node:http";
  export default class S3rver {
    store: { putObject: unknown; getResourcePath: (bucket: string, key: string, what: string) => string };
    constructor(options: {
      directory: string;
      silent: boolean;
      vhostBuckets: boolean;
      configureBuckets: { name: string }[];
    });
    configureBuckets(): Promise<void>;
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
  }
}
