import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { standingClock } from '#server/platform/lib/clock.ts'
import { readSettings } from '#server/platform/lib/env.ts'
import { readSecrets, restoreSecrets, SecretsError } from '#server/platform/lib/secrets.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { nightlyBackups } from './backup.ts'

let services: TestServices
let folder: string
beforeAll(async () => {
  services = await startTestServices()
  folder = mkdtempSync(join(tmpdir(), 'shipmate-nights-'))
})
afterAll(async () => {
  await services.close()
  rmSync(folder, { recursive: true })
})

const settingsWith = (more: Record<string, string>) =>
  readSettings({ BACKUP_PASSPHRASE: 'only for this test', DATA_DIR: services.folder, ...more })

/** Returns what makes the backup of a day, and how. */
const runOn = (day: string, settings: Parameters<typeof nightlyBackups>[0], url = services.url) =>
  nightlyBackups(settings, url)[0]?.run({
    ...services.services,
    clock: standingClock(`${day}T00:00:00.000Z`),
  })

it('each day has one backup, and the folder keeps the latest', async () => {
  const settings = settingsWith({ BACKUP_FOLDER: folder, BACKUP_KEEP: '2' })
  for (const day of ['01', '02', '02', '03']) await runOn(`2026-12-${day}`, settings)
  expect(readdirSync(folder).sort()).toEqual(['shipmate-2026-12-02.age', 'shipmate-2026-12-03.age'])
})

it('a backup that fails leaves nothing and removes nothing', async () => {
  writeFileSync(join(folder, 'shipmate-2020-01-01.age'), '')
  const settings = settingsWith({ BACKUP_FOLDER: folder, BACKUP_KEEP: '1' })
  const before = readdirSync(folder).sort()
  // a folder is slower than a refused connection now and then
  for (let times = 0; times < 50; times += 1) {
    const run = runOn('2026-12-09', settings, 'postgres://none@127.0.0.1:1/none')
    await expect(run).rejects.toThrow('ECONNREFUSED')
    expect(readdirSync(folder).sort()).toEqual(before)
  }
})

it('a file that can’t be written fails the backup, not the server', async () => {
  mkdirSync(join(folder, 'shipmate-2026-12-11.age.part'))
  await expect(runOn('2026-12-11', settingsWith({ BACKUP_FOLDER: folder }))).rejects.toThrow('EISDIR')
})

it('a folder that can’t be made fails the backup, and the server goes on', async () => {
  await expect(runOn('2026-12-13', settingsWith({ BACKUP_FOLDER: '/proc/backups' }))).rejects.toThrow(
    'ENOENT',
  )
})

it('a full disk is the reason that a backup fails with', async () => {
  const file = join(folder, 'shipmate-2026-12-12.age')
  symlinkSync('/dev/full', `${file}.part`)
  await expect(runOn('2026-12-12', settingsWith({ BACKUP_FOLDER: folder }))).rejects.toThrow('ENOSPC')
  expect(existsSync(file)).toBe(false)
})

it('without a folder none is made, and without a key it’s refused', async () => {
  expect(nightlyBackups(settingsWith({}), services.url)).toEqual([])
  const run = runOn('2026-12-10', readSettings({ BACKUP_FOLDER: folder }))
  await expect(run).rejects.toThrow('always encrypted')
})

it('keys from a backup belong to their owner only, and others who can read them stop the start', () => {
  const [from, to] = [mkdtempSync(join(tmpdir(), 'keys-')), mkdtempSync(join(tmpdir(), 'keys-'))]
  const secrets = readSecrets(from)
  restoreSecrets(to, JSON.stringify({ ...secrets, database_folder: '/elsewhere' }))
  expect(readSecrets(to)).toEqual({ ...secrets, database_folder: null })
  chmodSync(join(to, 'secrets.json'), 0o640)
  expect(() => readSecrets(to)).toThrow(SecretsError)
  for (const one of [from, to]) rmSync(one, { recursive: true })
})
