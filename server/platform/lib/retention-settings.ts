import * as z from 'zod/mini'

/** How many years after the end of a student’s last policy year something is kept; null if it’s kept forever. */
export interface RetentionSettings {
  /** Everything that identifies the student. */
  readonly records: number | null
  /** Documents, also those sent with forms. */
  readonly documents: number | null
  /** The texts of emails. */
  readonly emails: number | null
}

const years = z.optional(z.string().check(z.regex(/^([1-9]|[1-9]\d)$/)))

export const retentionSchema = {
  RETENTION_RECORDS_YEARS: years,
  RETENTION_DOCUMENTS_YEARS: years,
  RETENTION_EMAILS_YEARS: years,
} as const

export const retentionSentences = {
  RETENTION_RECORDS_YEARS: 'RETENTION_RECORDS_YEARS must be a number of years from 1 to 99.',
  RETENTION_DOCUMENTS_YEARS: 'RETENTION_DOCUMENTS_YEARS must be a number of years from 1 to 99.',
  RETENTION_EMAILS_YEARS: 'RETENTION_EMAILS_YEARS must be a number of years from 1 to 99.',
} as const

type Environment = z.output<z.ZodMiniObject<typeof retentionSchema>>

const numberOf = (text: string | undefined): number | null => (text === undefined ? null : Number(text))

export const retentionSettingsOf = (env: Environment): RetentionSettings => ({
  records: numberOf(env.RETENTION_RECORDS_YEARS),
  documents: numberOf(env.RETENTION_DOCUMENTS_YEARS),
  emails: numberOf(env.RETENTION_EMAILS_YEARS),
})
