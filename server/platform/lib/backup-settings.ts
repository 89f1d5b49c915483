import * as z from 'zod/mini'

/** How backups are made and opened. */
export interface BackupSettings {
  /** What encrypts a backup: keys (`age1…`); without any, the passphrase. */
  readonly recipients: readonly string[]
  readonly passphrase: string | null
  /** What opens a backup: `AGE-SECRET-KEY-1…`. Only who restores needs it. */
  readonly identity: string | null
  /** The folder for the backup of each night; null if none is made. */
  readonly folder: string | null
  /** How many backups the folder keeps. */
  readonly keep: number
}

const recipient = /^age1[a-z0-9]{50,}$/

/** Splits a list of recipients. */
const recipientsIn = (text: string): string[] => text.split(/[\s,]+/).filter((one) => one !== '')

export const backupSchema = {
  BACKUP_RECIPIENTS: z._default(
    z.string().check(z.refine((text) => recipientsIn(text).every((one) => recipient.test(one)))),
    '',
  ),
  BACKUP_PASSPHRASE: z.optional(z.string().check(z.minLength(16))),
  BACKUP_IDENTITY: z.optional(z.string().check(z.regex(/^AGE-SECRET-KEY-/))),
  BACKUP_FOLDER: z.optional(z.string().check(z.minLength(1))),
  BACKUP_KEEP: z._default(z.string().check(z.regex(/^[1-9]\d{0,3}$/)), '14'),
} as const

export const backupSentences = {
  BACKUP_RECIPIENTS:
    'BACKUP_RECIPIENTS must be keys that start with age1, separated by commas. Make one with npm run backup -- --new-key.',
  BACKUP_PASSPHRASE: 'BACKUP_PASSPHRASE must have at least 16 characters.',
  BACKUP_IDENTITY: 'BACKUP_IDENTITY must start with AGE-SECRET-KEY-.',
  BACKUP_FOLDER: 'BACKUP_FOLDER must be a folder.',
  BACKUP_KEEP: 'BACKUP_KEEP must be a number of backups from 1 to 9999.',
} as const

type Environment = z.output<z.ZodMiniObject<typeof backupSchema>>

export const backupSettingsOf = (env: Environment): BackupSettings => ({
  recipients: recipientsIn(env.BACKUP_RECIPIENTS),
  passphrase: env.BACKUP_PASSPHRASE ?? null,
  identity: env.BACKUP_IDENTITY ?? null,
  folder: env.BACKUP_FOLDER ?? null,
  keep: Number(env.BACKUP_KEEP),
})
