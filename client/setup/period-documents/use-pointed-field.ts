import { useLocation } from '@tanstack/react-router'

/** The URL hash of a document's field: a dot path, as in the setup checks. */
export const hashOfField = (path: string): string => `field-${path}`

/** Returns the field in the URL; null for none. */
export const usePointedField = (): string | null =>
  useLocation({ select: ({ hash }) => /^field-([a-z0-9_.]+)$/.exec(hash)?.[1] ?? null })
