import * as z from 'zod/mini'
import { readFilesUrl } from './files/address.ts'
import type { Bucket } from './files/s3-store.ts'

/** The settings of a server process, read from the environment once, at start. */
export interface Settings {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  /** Whether DATA_DIR was given by hand: then it is never moved. */
  readonly dataDirIsExplicit: boolean
  /** The application's login to an external database; the owner's where `databaseOwnerUrl` is null. */
  readonly databaseUrl: string | null
  /** The owner's login, for migrations and the start alone. */
  readonly databaseOwnerUrl: string | null
  readonly publicUrl: string
  /** Without a PUBLIC_URL the page's own host counts as ours. */
  readonly publicUrlIsGiven: boolean
  readonly adminOrigins: readonly string[]
  readonly demo: boolean
  readonly logLevel: string
  readonly hostMap: string
  readonly cookieDomain: string | null
  readonly trustedProxies: readonly string[]
  /** Names and addresses that may be private although staff set them. */
  readonly outboundPrivateHosts: readonly string[]
  /** Opens `/metrics` from other machines; without it only this one may read them. */
  readonly metricsToken: string | null
  /** The bucket that keeps files; without one a folder in `dataDir` does. */
  readonly filesBucket: Bucket | null
  /** Megabytes of documents that a school may keep. */
  readonly filesQuotaMb: number
  /** Where the heads of the history's chains are written down; '' for beside the data. */
  readonly anchorsFile: string
  /** Who is invited while there is no product admin. */
  readonly firstAdminEmail: string | null
  readonly secrets: {
    readonly encryptionKeys: string | null
    readonly indexKey: string | null
    readonly tokenKey: string | null
  }
}

/** Wrong settings, a sentence each. */
export class SettingsError extends Error {
  readonly sentences: readonly string[]
  constructor(sentences: readonly string[]) {
    super(sentences.join('\n'))
    this.name = 'SettingsError'
    this.sentences = sentences
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

/** Whether a host is this machine itself. */
export const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host)

/** 32 bytes in base64. */
export const isKey = (text: string): boolean => /^[A-Za-z0-9+/]{43}=$/.test(text)

/** '2:…,1:…': the id of a key is one byte of every record it wrote. */
export const isKeyList = (text: string): boolean =>
  text.split(',').every((pair) => {
    const [id = '', key = '', ...rest] = pair.split(':')
    return rest.length === 0 && /^\d{1,3}$/.test(id) && Number(id) <= 255 && isKey(key)
  })

/** The key that signs, and behind it, to replace it, the former one. */
export const isTokenKeys = (text: string): boolean => text.split(',').every(isKey)

const schema = z.object({
  PORT: z._default(
    z.string().check(z.refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535)),
    '3000',
  ),
  HOST: z._default(z.string().check(z.minLength(1)), '127.0.0.1'),
  DATA_DIR: z._default(z.string().check(z.minLength(1)), './data'),
  DATABASE_URL: z.optional(z.string().check(z.regex(/^postgres(ql)?:\/\/.+/))),
  DATABASE_OWNER_URL: z.optional(z.string().check(z.regex(/^postgres(ql)?:\/\/.+/))),
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
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16))),
  FILES_URL: z.optional(z.string().check(z.refine((text) => readFilesUrl(text) !== null))),
  ANCHORS_FILE: z._default(z.string(), ''),
  FILES_QUOTA_MB: z._default(z.string().check(z.regex(/^[1-9]\d{0,8}$/)), '51200'),
  ENCRYPTION_KEYS: z.optional(z.string().check(z.refine(isKeyList))),
  INDEX_KEY: z.optional(z.string().check(z.refine(isKey))),
  TOKEN_KEY: z.optional(z.string().check(z.refine(isTokenKeys))),
})
type Environment = z.output<typeof schema>

const sentences: Record<string, string> = {
  PORT: 'PORT must be a number from 0 to 65535.',
  HOST: 'HOST must be a host name or an address.',
  DATA_DIR: 'DATA_DIR must be a folder.',
  DATABASE_URL: 'DATABASE_URL must start with postgres:// or postgresql://.',
  DATABASE_OWNER_URL: 'DATABASE_OWNER_URL must start with postgres:// or postgresql://.',
  PUBLIC_URL: 'PUBLIC_URL must be an http or https address.',
  ADMIN_ORIGINS: 'ADMIN_ORIGINS must be origins like https://admin.example.org, separated by commas.',
  DEMO: 'DEMO must be on or off.',
  LOG_LEVEL: 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.',
  HOST_MAP: 'HOST_MAP must be pairs like admin.example.org=app.example.org, separated by commas.',
  COOKIE_DOMAIN: 'COOKIE_DOMAIN must be a domain.',
  TRUSTED_PROXIES: 'TRUSTED_PROXIES must be addresses, separated by commas.',
  OUTBOUND_PRIVATE_HOSTS: 'OUTBOUND_PRIVATE_HOSTS must be host names or addresses, separated by commas.',
  FIRST_ADMIN_EMAIL: 'FIRST_ADMIN_EMAIL must be an email address.',
  METRICS_TOKEN: 'METRICS_TOKEN must have at least 16 characters.',
  FILES_URL:
    'FILES_URL must be like s3://key:secret@host/bucket?region=us-east-1, with key and secret percent-encoded.',
  ANCHORS_FILE: 'ANCHORS_FILE must be a file.',
  FILES_QUOTA_MB: 'FILES_QUOTA_MB must be a number of megabytes.',
  ENCRYPTION_KEYS:
    'ENCRYPTION_KEYS must be pairs like 1:<32 bytes in base64>, the writing key first; numbers from 0 to 255.',
  INDEX_KEY: 'INDEX_KEY must be 32 bytes in base64.',
  TOKEN_KEY: 'TOKEN_KEY must be 32 bytes in base64, or a new key and the former one, separated by a comma.',
}

/**
 * The settings of an environment.
 * @throws SettingsError with a sentence per wrong one
 */
export const readSettings = (environment: Readonly<Record<string, string | undefined>>): Settings => {
  const given = Object.entries(environment).filter(([name, value]) => name in sentences && value !== '')
  const parsed = schema.safeParse(Object.fromEntries(given))
  if (!parsed.success) {
    const wrong = new Set(parsed.error.issues.map((issue) => String(issue.path[0])))
    throw new SettingsError([...wrong].map((name) => sentences[name] ?? `${name} is wrong.`))
  }
  return settingsOf(parsed.data, environment['DATA_DIR'] !== undefined && environment['DATA_DIR'] !== '')
}

/** @throws SettingsError when the owner's login is given without the application's */
const databaseOf = (env: Environment): Pick<Settings, 'databaseUrl' | 'databaseOwnerUrl'> => {
  const [databaseUrl, databaseOwnerUrl] = [env.DATABASE_URL ?? null, env.DATABASE_OWNER_URL ?? null]
  if (databaseOwnerUrl !== null && databaseUrl === null)
    throw new SettingsError(['DATABASE_OWNER_URL needs DATABASE_URL, the application’s login.'])
  return { databaseUrl, databaseOwnerUrl }
}

const settingsOf = (env: Environment, dataDirIsExplicit: boolean): Settings => ({
  port: Number(env.PORT),
  host: env.HOST,
  dataDir: env.DATA_DIR,
  dataDirIsExplicit,
  ...databaseOf(env),
  publicUrl: env.PUBLIC_URL ? new URL(env.PUBLIC_URL).origin : `http://${urlHost(env.HOST)}:${env.PORT}`,
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
  firstAdminEmail: env.FIRST_ADMIN_EMAIL ?? null,
  secrets: {
    encryptionKeys: env.ENCRYPTION_KEYS ?? null,
    indexKey: env.INDEX_KEY ?? null,
    tokenKey: env.TOKEN_KEY ?? null,
  },
})

const urlHost = (host: string): string => (host.includes(':') ? `[${host}]` : host)

/** On by default only where nobody else can reach it: embedded database, loopback host and address. */
const isDemo = (env: Environment): boolean => {
  const doors = openDoors(env)
  if (env.DEMO === 'on' && doors.length > 0) throw new SettingsError(doors.map(openDemo))
  return env.DEMO === undefined ? !env.DATABASE_URL && doors.length === 0 : env.DEMO === 'on'
}

/** Through which settings others can reach this server. */
const openDoors = (env: Environment): string[] => {
  const publicUrl = env.PUBLIC_URL ? new URL(env.PUBLIC_URL) : null
  if (publicUrl?.protocol === 'https:') return ['an https PUBLIC_URL']
  const hosts = { HOST: env.HOST, PUBLIC_URL: publicUrl?.hostname ?? 'localhost' }
  return Object.entries(hosts)
    .filter(([, host]) => !isLoopbackHost(host))
    .map(([name]) => `a ${name} that is not this machine’s own`)
}

const openDemo = (what: string): string =>
  `DEMO=on does not go with ${what}: the demo accounts are known to all. Start with DEMO=off, or at 127.0.0.1.`
