import { SettingsError } from './settings-error.ts'

/** The settings that say who can reach this server, and whether the demo is asked for. */
interface AddressSettings {
  readonly HOST: string
  readonly PUBLIC_URL?: string | undefined
  readonly DATABASE_URL?: string | undefined
  readonly DEMO?: 'on' | 'off' | undefined
}

/** Returns whether a host name or address is loopback: localhost, ::1 or 127.*. */
export const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host)

/** Returns the address without a PUBLIC_URL. The usual loopback addresses get a name, because passkeys need one. */
export const ownAddress = (host: string, port: number): string => {
  if (host === '127.0.0.1' || host === '::1') return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/**
 * Returns whether the demo is on. By default it’s on only if other machines can’t connect: embedded database,
 * loopback host and address. @throws SettingsError if it’s set to on although they can
 */
export const isDemo = (env: AddressSettings): boolean => {
  const open = openSettings(env)
  if (env.DEMO === 'on' && open.length > 0) throw new SettingsError(open.map(demoRefusal))
  return env.DEMO === undefined ? !env.DATABASE_URL && open.length === 0 : env.DEMO === 'on'
}

/** Returns the settings that let other machines reach this server. */
const openSettings = (env: AddressSettings): string[] => {
  const publicUrl = env.PUBLIC_URL ? new URL(env.PUBLIC_URL) : null
  if (publicUrl?.protocol === 'https:') return ['an https PUBLIC_URL']
  const hosts = { HOST: env.HOST, PUBLIC_URL: publicUrl?.hostname ?? 'localhost' }
  return Object.entries(hosts)
    .filter(([, host]) => !isLoopbackHost(host))
    .map(([name]) => `a ${name} that other machines can reach`)
}

const demoRefusal = (what: string): string =>
  `DEMO=on can’t be used with ${what} because the demo passwords are public. Start with DEMO=off, or use 127.0.0.1.`
