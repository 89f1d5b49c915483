import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readSettings } from './env.ts'
import { SettingsError } from './settings-error.ts'

const whyNot = (environment: Record<string, string>): string => {
  try {
    readSettings(environment)
    return ''
  } catch (error) {
    return error instanceof SettingsError ? error.message : String(error)
  }
}

describe('the demo', () => {
  it.each([
    [{}],
    [{ HOST: 'localhost' }],
    [{ HOST: '::1', PUBLIC_URL: 'http://[::1]:3000' }],
    [{ PUBLIC_URL: 'http://127.0.0.1:8080' }],
  ])('is on if no one else can reach it: %j', (environment) => {
    expect(readSettings(environment).demo).toBe(true)
    expect(readSettings({ ...environment, DEMO: 'on' }).demo).toBe(true)
  })

  it.each([
    [{ HOST: '0.0.0.0' }, 'HOST'],
    [{ HOST: '::' }, 'HOST'],
    [{ HOST: '192.168.1.4' }, 'HOST'],
    [{ PUBLIC_URL: 'http://shipmate.test:3000' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'http://192.168.1.4:3000' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'http://localhost.evil.example' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://shipmate.example' }, 'PUBLIC_URL'],
  ])('is off by default and refused with a message if others can reach it: %j', (environment, name) => {
    expect(readSettings(environment).demo).toBe(false)
    const why = whyNot({ ...environment, DEMO: 'on' })
    expect(why).toContain(name)
    expect(why).toContain('DEMO=off')
  })
})

it('one of several processes can only be one with a database for all', () => {
  expect(whyNot({ ROLE: 'worker' })).toContain('DATABASE_URL')
  const { role, databaseConnections } = readSettings({
    ROLE: 'worker',
    DATABASE_URL: 'postgres://app@db/shipmate',
    DATABASE_CONNECTIONS: '8',
  })
  expect([role, databaseConnections]).toEqual(['worker', 8])
})

describe('a secret', () => {
  const folder = mkdtempSync(join(tmpdir(), 'shipmate-secret-'))
  const file = join(folder, 'token')
  writeFileSync(file, 'sixteen characters and more\n')
  afterAll(() => rmSync(folder, { recursive: true }))

  it('can be in a file', () => {
    expect(readSettings({ METRICS_TOKEN_FILE: file }).metricsToken).toBe('sixteen characters and more')
    const url = join(folder, 'replica')
    writeFileSync(url, 'postgres://app:secret@standby/shipmate')
    const { databaseReplicaUrl } = readSettings({
      DATABASE_URL: 'postgres://app@db/shipmate',
      DATABASE_REPLICA_URL_FILE: url,
    })
    expect(databaseReplicaUrl).toBe('postgres://app:secret@standby/shipmate')
  })

  it.each([
    [{ METRICS_TOKEN_FILE: join(folder, 'none') }, 'METRICS_TOKEN_FILE'],
    [{ METRICS_TOKEN_FILE: file, METRICS_TOKEN: 'sixteen characters' }, 'not both'],
    [{ INDEX_KEY_FILE: file }, 'INDEX_KEY must be'],
  ])('that can’t be read, is given twice or is wrong is said: %j', (environment, words) => {
    expect(whyNot(environment)).toContain(words)
  })
})

describe('the address', () => {
  it.each([
    [{}, 'http://localhost:3000'],
    [{ HOST: '::1', PORT: '3100' }, 'http://localhost:3100'],
    [{ HOST: 'localhost' }, 'http://localhost:3000'],
    [{ HOST: '127.0.0.2' }, 'http://127.0.0.2:3000'],
    [{ HOST: '::' }, 'http://[::]:3000'],
    [{ PUBLIC_URL: 'http://127.0.0.1:3000/' }, 'http://127.0.0.1:3000'],
  ])('has a name on this machine, because passkeys need one: %j', (environment, address) => {
    expect(readSettings(environment).publicUrl).toBe(address)
  })
})
