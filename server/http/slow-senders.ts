/** Milliseconds after which whoever sends slowly is cut off, and how often that is looked at. */
export const slowSenders = {
  requestTimeout: 30_000,
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 1000 },
} as const
