import { join } from 'node:path'
import * as z from 'zod/mini'
import { backupSchema, backupSentences, backupSettingsOf, type BackupSettings } from './backup-settings.ts'
import { readDkimKey, type DkimKey } from './dkim-key.ts'
import { readFilesUrl } from './files/address.ts'
import { isDemo, ownAddress } from './own-address.ts'
import {
  retentionSchema,
  retentionSentences,
  retentionSettingsOf,
  type RetentionSettings,
} from './retention-settings.ts'
import type { Bucket } from './files/s3-store.ts'
import { secretFileNames, secretsInFiles, type Variables } from './secret-files.ts'
import { SettingsError } from './settings-error.ts'

/** The settings of a server process, read from the environment once at the start. */
export interface Settings {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  /** Whether DATA_DIR was set explicitly; then it’s never moved. */
  readonly dataDirIsExplicit: boolean
  /** The application’s login to an external database, or the owner’s if `databaseOwnerUrl` is null. */
  readonly databaseUrl: string | null
  /** The owner’s login, used only for migrations and the start. */
  readonly databaseOwnerUrl: string | null
  /** A hot standby of the database for reports, exports and past days; null without one. */
  readonly databaseReplicaUrl: string | null
  /** The most connections of this process for requests; its queue has 12 more. */
  readonly databaseConnections: number
  /** What this process does: answer requests, run jobs and deliver, or both. */
  readonly role: 'web' | 'worker' | 'all'
  readonly publicUrl: string
  /** Without a PUBLIC_URL, the page’s own host counts as ours. */
  readonly publicUrlIsGiven: boolean
  readonly adminOrigins: readonly string[]
  readonly demo: boolean
  readonly logLevel: string
  readonly hostMap: string
  readonly cookieDomain: string | null
  readonly trustedProxies: readonly string[]
  /** Names and addresses of link targets that are allowed to be private. */
  readonly outboundPrivateHosts: readonly string[]
  /** The token that opens `/metrics` to other machines; without it, only this machine can read them. */
  readonly metricsToken: string | null
  /** The bucket that stores files; without it, a folder in `dataDir` does. */
  readonly filesBucket: Bucket | null
  /** Megabytes of documents a school can store. */
  readonly filesQuotaMb: number
  /** The file for the history’s anchors; '' for a file next to the data. */
  readonly anchorsFile: string
  /** The mail server, `smtp://user:password@host:port`; null if emails stay in the mailbox inside Shipmate. */
  readonly smtpUrl: string | null
  /** The address that emails come from. */
  readonly emailFrom: string | null
  /** The most emails per second that all processes on the database hand to the mail server together. */
  readonly emailRate: number
  /** The secret that signs reports about bounces and complaints; null if they aren’t received. */
  readonly emailEventsSecret: string | null
  /** The key that signs emails; null if they aren’t signed. */
  readonly dkim: DkimKey | null
  readonly backup: BackupSettings
  readonly retention: RetentionSettings
  /** The person to invite while there’s no product admin. */
  readonly firstAdminEmail: string | null
  readonly secrets: {
    readonly encryptionKeys: string | null
    readonly indexKey: string | null
    readonly tokenKey: string | null
  }
}

const origin = (text: string): string | null => {
  const url = URL.canParse(text) ? new URL(text) : null
  return url && /^https?:$/.test(url.protocol) ? url.origin : null
}
const list = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Returns whether a text is 32 bytes in base64. */
export const isKey = (text: string): boolean => /^[A-Za-z0-9+/]{43}=$/.test(text)

/**
 * Returns whether a text is a list of keys, '2:…,1:…'. The key’s ID is the first byte of every record it
 * encrypted.
 */
export const isKeyList = (text: string): boolean =>
  text.split(',').every((pair) => {
    const [id = '', key = '', ...rest] = pair.split(':')
    return rest.length === 0 && /^[1-9]\d{0,2}$/.test(id) && Number(id) <= 255 && isKey(key)
  })

/** Returns whether a text is the signing key, optionally followed by the previous one it replaces. */
export const isTokenKeys = (text: string): boolean => text.split(',').every(isKey)

const isSmtpUrl = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : null
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== ''
}

const isRate = (text: string): boolean =>
  /^\d{1,4}(\.\d{1,3})?$/.test(text) && Number(text) > 0 && Number(text) <= 5000
/** A domain or a part of one. */
const domainName = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i

const schema = z.object({
  PORT: z._default(
    z.string().check(z.refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535)),
    '3000',
  ),
  HOST: z._default(z.string().check(z.minLength(1)), '127.0.0.1'),
  DATA_DIR: z._default(z.string().check(z.minLength(1)), './data'),
  DATABASE_URL: z.optional(z.string().check(z.regex(/^postgres(ql)?:\/\/.+/))),
  DATABASE_OWNER_URL: z.optional(z.string().check(z.regex(/^postgres(ql)?:\/\/.+/))),
  DATABASE_REPLICA_URL: z.optional(z.string().check(z.regex(/^postgres(ql)?:\/\/.+/))),
  DATABASE_CONNECTIONS: z._default(z.string().check(z.regex(/^([5-9]|[1-9]\d{1,2})$/)), '20'),
  ROLE: z._default(z.enum(['web', 'worker', 'all']), 'all'),
  PUBLIC_URL: z.optional(z.string().check(z.refine((text) => origin(text) !== null))),
  ADMIN_ORIGINS: z._default(
    z.string().check(z.refine((text) => list(text).every((o) => origin(o) === o))),
    '',
  ),
  DEMO: z.optional(z.enum(['on', 'off'])),
  LOG_LEVEL: z._default(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'warn'),
  HOST_MAP: z._default(z.string().check(z.regex(/^([^=,\s]+=[^=,\s]+(,[^=,\s]+=[^=,\s]+)*)?$/)), ''),
  COOKIE_DOMAIN: z.optional(z.string().check(z.regex(/^\.?[a-z0-9-]+(\.[a-z0-9-]+)*$/i))),
  TRUSTED_PROXIES: z._default(z.string(), ''),
  OUTBOUND_PRIVATE_HOSTS: z._default(z.string(), ''),
  FIRST_ADMIN_EMAIL: z.optional(z.string().check(z.maxLength(254), z.regex(/^[^\s@]+@[^\s@]+$/))),
  SMTP_URL: z.optional(z.string().check(z.refine(isSmtpUrl))),
  EMAIL_FROM: z.optional(z.string().check(z.maxLength(254), z.regex(/^[^\s@<>]+@[^\s@<>]+$/))),
  EMAIL_RATE: z._default(z.string().check(z.refine(isRate)), '120'),
  EMAIL_EVENTS_SECRET: z.optional(z.string().check(z.minLength(32))),
  DKIM_DOMAIN: z.optional(z.string().check(z.regex(domainName))),
  DKIM_SELECTOR: z.optional(z.string().check(z.regex(domainName))),
  DKIM_KEY: z.optional(z.string()),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16))),
  FILES_URL: z.optional(z.string().check(z.refine((text) => readFilesUrl(text) !== null))),
  ANCHORS_FILE: z._default(z.string(), ''),
  FILES_QUOTA_MB: z._default(z.string().check(z.regex(/^[1-9]\d{0,8}$/)), '51200'),
  ENCRYPTION_KEYS: z.optional(z.string().check(z.refine(isKeyList))),
  INDEX_KEY: z.optional(z.string().check(z.refine(isKey))),
  TOKEN_KEY: z.optional(z.string().check(z.refine(isTokenKeys))),
  ...backupSchema,
  ...retentionSchema,
})
type Environment = z.output<typeof schema>

const sentences: Record<string, string> = {
  PORT: 'PORT must be a number from 0 to 65535.',
  HOST: 'HOST must be a host name or IP address.',
  DATA_DIR: 'DATA_DIR must be a folder.',
  DATABASE_URL: 'DATABASE_URL must start with postgres:// or postgresql://.',
  DATABASE_OWNER_URL: 'DATABASE_OWNER_URL must start with postgres:// or postgresql://.',
  DATABASE_REPLICA_URL: 'DATABASE_REPLICA_URL must start with postgres:// or postgresql://.',
  DATABASE_CONNECTIONS: 'DATABASE_CONNECTIONS must be a number from 5 to 999.',
  ROLE: 'ROLE must be web, worker or all.',
  PUBLIC_URL: 'PUBLIC_URL must be an http or https address.',
  ADMIN_ORIGINS: 'ADMIN_ORIGINS must be origins like https://admin.example.org, separated by commas.',
  DEMO: 'DEMO must be on or off.',
  LOG_LEVEL: 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.',
  HOST_MAP: 'HOST_MAP must be pairs like admin.example.org=app.example.org, separated by commas.',
  COOKIE_DOMAIN: 'COOKIE_DOMAIN must be a domain.',
  TRUSTED_PROXIES: 'TRUSTED_PROXIES must be addresses, separated by commas.',
  OUTBOUND_PRIVATE_HOSTS: 'OUTBOUND_PRIVATE_HOSTS must be host names or addresses, separated by commas.',
  FIRST_ADMIN_EMAIL: 'FIRST_ADMIN_EMAIL must be an email address.',
  SMTP_URL:
    'SMTP_URL must have the form smtp://user:password@host:587, or smtps:// for TLS from the start. Percent-encode the user and the password.',
  EMAIL_FROM: 'EMAIL_FROM must be an email address.',
  EMAIL_RATE: 'EMAIL_RATE must be a number of emails per second from 0.001 to 5000.',
  EMAIL_EVENTS_SECRET: 'EMAIL_EVENTS_SECRET must have at least 32 characters.',
  DKIM_DOMAIN: 'DKIM_DOMAIN must be a domain.',
  DKIM_SELECTOR: 'DKIM_SELECTOR must be a name like mail2026.',
  DKIM_KEY: 'DKIM_KEY must be an RSA private key in PEM form, or the path of a file with one.',
  METRICS_TOKEN: 'METRICS_TOKEN must have at least 16 characters.',
  FILES_URL:
    'FILES_URL must have the form s3://key:secret@host/bucket?region=us-east-1. Percent-encode the key and the secret.',
  ANCHORS_FILE: 'ANCHORS_FILE must be a file.',
  FILES_QUOTA_MB: 'FILES_QUOTA_MB must be a number of megabytes.',
  ENCRYPTION_KEYS:
    'ENCRYPTION_KEYS must be pairs in the form 1:<32 bytes in base64>. Use numbers from 1 to 255 and list the key for writing first.',
  INDEX_KEY: 'INDEX_KEY must be 32 bytes in base64.',
  TOKEN_KEY: 'TOKEN_KEY must be 32 bytes in base64, or a new key and the previous one, separated by a comma.',
  ...backupSentences,
  ...retentionSentences,
}

/** The names of all settings. */
export const settingNames: readonly string[] = [...Object.keys(sentences), ...secretFileNames]

/** Returns the settings of an environment. @throws SettingsError with a sentence for each wrong one */
export const readSettings = (environment: Variables): Settings => {
  const given = Object.entries({ ...environment, ...secretsInFiles(environment) }).filter(
    ([name, value]) => name in sentences && value !== '',
  )
  const parsed = schema.safeParse(Object.fromEntries(given))
  if (!parsed.success) {
    const wrong = new Set(parsed.error.issues.map((issue) => String(issue.path[0])))
    throw new SettingsError([...wrong].map((name) => sentences[name] ?? `${name} isn’t valid.`))
  }
  return settingsOf(parsed.data, environment['DATA_DIR'] !== undefined && environment['DATA_DIR'] !== '')
}

/** Checks that the owner’s login comes with the application’s, and that several processes have a database for them. @throws SettingsError */
const databaseOf = (
  env: Environment,
): Pick<
  Settings,
  'databaseUrl' | 'databaseOwnerUrl' | 'databaseReplicaUrl' | 'databaseConnections' | 'role'
> => {
  const [databaseUrl, databaseOwnerUrl] = [env.DATABASE_URL ?? null, env.DATABASE_OWNER_URL ?? null]
  const databaseReplicaUrl = env.DATABASE_REPLICA_URL ?? null
  if (databaseOwnerUrl !== null && databaseUrl === null)
    throw new SettingsError(['DATABASE_OWNER_URL also needs DATABASE_URL, the application’s login.'])
  if (databaseReplicaUrl !== null && databaseUrl === null)
    throw new SettingsError(['DATABASE_REPLICA_URL also needs DATABASE_URL, the database that it copies.'])
  if (env.ROLE !== 'all' && databaseUrl === null)
    throw new SettingsError([
      `ROLE=${env.ROLE} needs DATABASE_URL, because only one process can use the embedded database.`,
    ])
  const databaseConnections = Number(env.DATABASE_CONNECTIONS)
  return { databaseUrl, databaseOwnerUrl, databaseReplicaUrl, databaseConnections, role: env.ROLE }
}

/** Checks that a mail server comes with the address that emails come from. @throws SettingsError */
const emailOf = (env: Environment): Pick<Settings, 'smtpUrl' | 'emailFrom' | 'dkim'> => {
  const [smtpUrl, emailFrom] = [env.SMTP_URL ?? null, env.EMAIL_FROM ?? null]
  if (smtpUrl !== null && emailFrom === null)
    throw new SettingsError(['SMTP_URL also needs EMAIL_FROM, the address that emails come from.'])
  return { smtpUrl, emailFrom, dkim: dkimOf(env, emailFrom) }
}

/** Reads the key that signs emails. @throws SettingsError if it’s incomplete, unusable or of another domain */
const dkimOf = (env: Environment, emailFrom: string | null): DkimKey | null => {
  const { DKIM_DOMAIN: domain, DKIM_SELECTOR: selector, DKIM_KEY: given } = env
  const parts = [domain, selector, given].filter((part) => part !== undefined)
  if (parts.length === 0) return null
  if (domain === undefined || selector === undefined || given === undefined)
    throw new SettingsError(['DKIM needs all three: DKIM_DOMAIN, DKIM_SELECTOR and DKIM_KEY.'])
  const sender = emailFrom?.slice(emailFrom.lastIndexOf('@') + 1).toLowerCase()
  // a signature of another domain doesn't count for DMARC (RFC 7489 section 3.1.1)
  if (sender !== undefined && !`.${sender}`.endsWith(`.${domain.toLowerCase()}`))
    throw new SettingsError(['DKIM_DOMAIN must be the domain of EMAIL_FROM, or a parent of it.'])
  return { domain, selector, key: dkimKeyOf(given) }
}

const dkimKeyOf = (given: string): DkimKey['key'] => {
  try {
    return readDkimKey(given)
  } catch (error) {
    const why = error instanceof Error ? ` ${error.message}` : ''
    throw new SettingsError([`${sentences['DKIM_KEY'] ?? ''}${why}`])
  }
}

const settingsOf = (env: Environment, dataDirIsExplicit: boolean): Settings => ({
  port: Number(env.PORT),
  host: env.HOST,
  dataDir: env.DATA_DIR,
  dataDirIsExplicit,
  ...databaseOf(env),
  ...emailOf(env),
  emailRate: Number(env.EMAIL_RATE),
  emailEventsSecret: env.EMAIL_EVENTS_SECRET ?? null,
  publicUrl: env.PUBLIC_URL ? new URL(env.PUBLIC_URL).origin : ownAddress(env.HOST, Number(env.PORT)),
  publicUrlIsGiven: env.PUBLIC_URL !== undefined,
  adminOrigins: list(env.ADMIN_ORIGINS),
  demo: isDemo(env),
  logLevel: env.LOG_LEVEL,
  hostMap: env.HOST_MAP,
  cookieDomain: env.COOKIE_DOMAIN ?? null,
  trustedProxies: list(env.TRUSTED_PROXIES),
  outboundPrivateHosts: list(env.OUTBOUND_PRIVATE_HOSTS.toLowerCase()),
  metricsToken: env.METRICS_TOKEN ?? null,
  filesBucket: env.FILES_URL ? readFilesUrl(env.FILES_URL) : null,
  filesQuotaMb: Number(env.FILES_QUOTA_MB),
  anchorsFile: env.ANCHORS_FILE,
  backup: backupSettingsOf(env),
  retention: retentionSettingsOf(env),
  firstAdminEmail: env.FIRST_ADMIN_EMAIL ?? null,
  secrets: {
    encryptionKeys: env.ENCRYPTION_KEYS ?? null,
    indexKey: env.INDEX_KEY ?? null,
    tokenKey: env.TOKEN_KEY ?? null,
  },
})

/** Returns the path of the anchors: the operator’s setting, ideally on another machine, or a file next to the keys. */
export const anchorsFile = (settings: Pick<Settings, 'anchorsFile' | 'dataDir'>): string =>
  settings.anchorsFile || join(settings.dataDir, 'anchors.jsonl')
