import * as z from 'zod/mini'

const value = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())])

/** One field before and after. SSNs are masked. */
export const fieldChange = z.object({ field: z.string(), before: value, after: value })
export type FieldChange = z.output<typeof fieldChange>
