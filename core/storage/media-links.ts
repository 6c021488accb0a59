/** Signs links to objects of the media bucket for clients. */
export interface MediaLinks {
  /**
   * Returns a URL that serves the object to GET and HEAD requests without an API key until `expiresAt` (ISO 8601), whatever
   * happens to the credentials of the process that signed it. The response has the given file name and media type.
   */
  signDownload(key: string, expiresAt: string, filename: string, contentType: string): Promise<string>;
}
