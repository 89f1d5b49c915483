import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { confirmAdmin } from '#server/testing/confirm-admin.ts'
import { buildSchoolWorld } from '#server/testing/school-world.ts'
import { freePort } from '#server/testing/server-process.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { sealAllHistory } from '#server/testing/seal-all-history.ts'
import { sendMessages } from './connections.ts'
import { headersOf } from './rules.ts'

const script = join(import.meta.dirname, '..', '..', '..', 'docs', 'examples', 'status-changes.mjs')

let services: TestServices
beforeAll(async () => {
  services = await startTestServices({ OUTBOUND_PRIVATE_HOSTS: '127.0.0.1' })
})
afterAll(() => services.close())

it('the example client of the documentation reads what a message tells of', async () => {
  const world = await buildSchoolWorld(services)
  await confirmAdmin({ services, adminId: world.adminId })
  const port = await freePort()
  const settings = `/api/schools/${world.schoolId}`
  const hook = { address: `http://127.0.0.1:${port}/`, events: ['coverage_status.changed'] }
  const token = { name: 'Example', access: 'read', expires_in_days: 1 }
  const { secret } = (await world.admin.post(`${settings}/webhooks`, hook)).body.data
  const { token: key } = (await world.admin.post(`${settings}/api-tokens`, token)).body.data
  const base = await services.app.listen({ port: 0, host: '127.0.0.1' })
  const client = spawn(process.execPath, [script], {
    env: { SHIPMATE_URL: base, SHIPMATE_TOKEN: key, WEBHOOK_SECRET: secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  const told = (text: string): Promise<void> =>
    new Promise((done) => {
      const look = (): void => {
        if (output.includes(text)) done()
        else client.stdout.once('data', () => setImmediate(look))
      }
      look()
    })
  client.stdout.on('data', (part: Buffer) => {
    output += part.toString()
  })
  await told('ready')
  // the example refuses messages that aren't from the last five minutes
  services.clock.advance((Date.now() - services.clock.now().getTime()) / 1000)
  const { id } = await buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
    medical_status: 'waiver_submitted',
    student: { sid: 'S-2041' },
  })
  await services.owner
    .updateTable('sessions')
    .set({ last_seen_at: services.clock.now().toISOString(), expires_at: '2999-01-01T00:00:00.000Z' })
    .execute()
  const changed = await world.admin.put(`/api/student-periods/${id}`, {
    medical_status: 'waived',
    override_reason: 'On the phone',
  })
  expect(changed.status).toBe(200)
  await services.owner.updateTable('api_tokens').set({ expires_at: '2999-01-01T00:00:00.000Z' }).execute()
  await sealAllHistory(services)
  expect(await sendMessages(services.services)).toBe(1)
  await told('S-2041')
  expect(output).toContain('S-2041 medical: waiver_submitted → waived')
  const forged = headersOf(`${secret.slice(0, -8)}AAAAAAA=`, {
    id: 'msg_1',
    at: Date.now() / 1000,
    body: '{}',
  })
  const refused = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers: forged, body: '{}' })
  expect(refused.status).toBe(401)
  client.kill()
})
