import * as z from 'zod/mini'

/** An insurance company, as pickers show it. */
export const insuranceCompanyRow = z.object({
  id: z.int(),
  name: z.string(),
  aliases: z.array(z.string()),
})

export const insuranceCompanyColumns = {
  name: { label: 'Company', kind: 'text' },
} as const
