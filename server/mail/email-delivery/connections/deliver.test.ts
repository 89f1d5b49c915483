import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sealLinkText } from '../commands/link-text.ts'
import { startMailServer, type MailServer } from '#server/testing/mail-server.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { deliverDue } from './deliver.ts'
import { queueEmails, type NewEmail } from '../commands/queue.ts'

let services: TestServices
let world: SchoolWorld
let mail: MailServer
beforeAll(async () => {
  services = await startTestServices({ EMAIL_RATE: '5000' })
  world = await buildSchoolWorld(services)
  mail = await startMailServer()
})
afterAll(async () => {
  await mail.close()
  await services.close()
})
beforeEach(async () => {
  mail.behavior = {}
  mail.received.splice(0)
  await services.owner.deleteFrom('emails').execute()
})

const queue = (count = 1, more: Partial<NewEmail> = {}) =>
  queueEmails(
    { db: services.owner, clock: services.services.clock },
    Array.from({ length: count }, (_, index) => ({
      kind: 'waiver_approved_confirmation' as const,
      to_address: `student-${index}@campus.example`,
      to_name: `Student ${index}`,
      subject: 'Your insurance waiver was approved',
      body: 'You don’t need to do anything else.',
      school_id: world.schoolId,
      ...more,
    })),
  )

const withServer = (smtpUrl: string | null = mail.url) => ({
  ...services.services,
  settings: { ...services.services.settings, smtpUrl, emailFrom: 'insurance@mail.example' },
})
const deliver = (smtpUrl?: string | null) => deliverDue(withServer(smtpUrl))

const listStates = async () =>
  (await services.owner.selectFrom('emails').selectAll().orderBy('id').execute()).map(
    ({ state, error, attempts, via }) => ({ state, error, attempts, via }),
  )
/** Moves all queued emails to the present, as if their pause were over. */
const passPause = () =>
  services.owner.updateTable('emails').set({ send_at: services.services.clock.now().toISOString() }).execute()

describe('an email is delivered', () => {
  it('once, with the school’s name, a Message-ID and the text as it was queued', async () => {
    await queue()
    expect(await deliver()).toBe(1)
    expect(await deliver()).toBe(0)
    expect(mail.received).toHaveLength(1)
    const [{ from, to, email }] = mail.received as [(typeof mail.received)[0]]
    expect([from, to]).toEqual(['insurance@mail.example', ['student-0@campus.example']])
    expect(email).toMatchObject({
      from: { name: expect.stringMatching(/./), address: 'insurance@mail.example' },
      to: [{ name: 'Student 0', address: 'student-0@campus.example' }],
      subject: 'Your insurance waiver was approved',
      messageId: expect.stringMatching(/^<[\w.-]+@mail\.example>$/),
      text: 'You don’t need to do anything else.\n',
    })
    expect(email.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    )
    expect(await listStates()).toEqual([{ state: 'sent', error: null, attempts: 1, via: 'smtp' }])
  })

  it('with the sender name and reply-to address of the school’s settings', async () => {
    const settings = { sender_name: 'Lakeside Insurance Office', reply_to: 'ask@lakeside.example' }
    await world.admin.put(`/api/schools/${world.schoolId}/email-settings`, {
      ...settings,
      delay_minutes: 5,
      kinds_off: [],
    })
    await queue()
    await deliver()
    expect(mail.received[0]?.email).toMatchObject({
      from: { name: settings.sender_name, address: 'insurance@mail.example' },
      replyTo: [{ address: settings.reply_to }],
    })
  })

  it('once each, while two processes send', async () => {
    await queue(150)
    const counts = await Promise.all([deliver(), deliver()])
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(150)
    expect(new Set(mail.received.map(({ email }) => email.messageId)).size).toBe(150)
    expect(mail.received).toHaveLength(150)
  })

  it('not before its time', async () => {
    await queueEmails(
      { db: services.owner, clock: services.services.clock },
      [{ ...basic, kind: 'invite' }],
      5,
    )
    expect(await deliver()).toBe(0)
  })

  it('with a hostile name and subject to its one address only', async () => {
    await queue(1, {
      to_name: 'Ana\r\nBcc: victim@other.example',
      subject: 'Hello\r\nBcc: victim@other.example\r\n\r\nforged',
    })
    await deliver()
    expect(mail.received[0]?.to).toEqual(['student-0@campus.example'])
    expect(mail.received[0]?.email.bcc).toBeUndefined()
    expect(mail.received[0]?.email.text).not.toContain('forged')
  })

  it('into the mailbox without a mail server, except those with a link', async () => {
    await queue()
    await queueLink()
    expect(await deliver(null)).toBe(1)
    expect(await listStates()).toEqual([
      { state: 'sent', error: null, attempts: 1, via: 'mailbox' },
      { state: 'queued', error: null, attempts: 0, via: null },
    ])
  })

  it('with its link, whose text is deleted afterwards', async () => {
    await queueLink()
    await deliver()
    expect(mail.received[0]?.email.text).toBe('https://shipmate.example/link\n')
    const { body_cipher } = await services.owner.selectFrom('emails').selectAll().executeTakeFirstOrThrow()
    expect(body_cipher).toBeNull()
  })

  it('never once its link is gone', async () => {
    await queueLink()
    await services.owner.updateTable('emails').set({ body_cipher: null }).execute()
    await deliver()
    expect(mail.received).toEqual([])
    expect(await listStates()).toMatchObject([
      { state: 'canceled', error: 'Its link or code was used, replaced or expired.' },
    ])
  })
})

const basic = {
  to_address: 'morgan@staff.example',
  to_name: 'Morgan Reyes',
  subject: 'Your Shipmate account',
}

const linkText = { text: 'https://shipmate.example/link', html: '<p>https://shipmate.example/link</p>' }

const queueLink = async () => {
  const { id } = await services.owner.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const email = { ...basic, kind: 'invite' as const }
  const body_cipher = sealLinkText(services.services.keys, email, linkText)
  await queueEmails({ db: services.owner, clock: services.services.clock }, [
    { ...email, body_cipher, link_of: id, link_expires_at: '2027-01-01T00:00:00Z' },
  ])
}

describe('when the mail server fails', () => {
  it('an email it refuses for good has failed, with its words', async () => {
    mail.behavior.recipient = () => ({ code: 550, words: 'No such user here' })
    await queue()
    await deliver()
    expect(await listStates()).toEqual([
      { state: 'failed', error: '550 No such user here', attempts: 1, via: null },
    ])
  })

  it('an email it refuses for now is sent later, once', async () => {
    mail.behavior.content = () => ({ code: 451, words: 'Try again later' })
    await queue()
    await deliver()
    expect(await listStates()).toEqual([
      { state: 'queued', error: '451 Try again later', attempts: 1, via: null },
    ])
    expect(await deliver()).toBe(0)
    mail.behavior = {}
    await passPause()
    await deliver()
    expect(mail.received).toHaveLength(1)
    expect(await listStates()).toMatchObject([{ state: 'sent', error: null, attempts: 2 }])
  })

  it('no email fails because the password for it is wrong', async () => {
    await queue(3)
    await deliver(mail.url.replace('//', '//shipmate:wrong@'))
    expect(await listStates()).toEqual(
      Array.from({ length: 3 }, () =>
        expect.objectContaining({ state: 'queued', error: expect.stringContaining('Wrong password') }),
      ),
    )
  })

  it('nothing is lost while it’s down', async () => {
    const down = await startMailServer()
    await down.close()
    await queue(12)
    await deliver(down.url)
    expect(await listStates()).toEqual(
      Array.from({ length: 12 }, () => expect.objectContaining({ state: 'queued', attempts: 1 })),
    )
    await passPause()
    await deliver()
    expect(mail.received).toHaveLength(12)
  })

  it.each([['keep and hang up'], ['hang up']] as const)(
    'an email after which it answers nothing is flagged and not sent again (%s)',
    async (what) => {
      mail.behavior.content = () => what
      await queue()
      await deliver()
      expect(await listStates()).toMatchObject([{ state: 'uncertain', error: expect.any(String) }])
      mail.behavior = {}
      await passPause()
      expect(await deliver()).toBe(0)
      expect(mail.received).toHaveLength(what === 'hang up' ? 0 : 1)
    },
  )

  it('emails that a slow one holds up are left for later, and none is sent twice or flagged', async () => {
    mail.behavior.content = () => {
      services.clock.advance(360)
      return undefined
    }
    await queue(30)
    await deliver()
    services.clock.advance(-360 * mail.received.length)
    const left = (await listStates()).filter(({ state }) => state === 'queued').length
    expect(left).toBeGreaterThan(0)
    expect((await listStates()).filter(({ state }) => state === 'sent')).toHaveLength(30 - left)
    expect(mail.received).toHaveLength(30 - left)
    mail.behavior = {}
    await passPause()
    await deliver()
    expect(new Set(mail.received.map(({ to }) => to[0])).size).toBe(30)
    expect(mail.received).toHaveLength(30)
  })

  it('an email that can’t be written fails alone', async () => {
    await queueLink()
    await services.owner
      .updateTable('emails')
      .set({ body_cipher: Buffer.from('changed') })
      .execute()
    await queue(3)
    await deliver()
    expect(mail.received).toHaveLength(3)
    expect((await listStates()).map(({ state }) => state)).toEqual(['failed', 'sent', 'sent', 'sent'])
  })

  it('the others are sent while one is refused', async () => {
    mail.behavior.recipient = (address) =>
      address === 'student-3@campus.example' ? { code: 550, words: 'No such user here' } : undefined
    await queue(20)
    await deliver()
    expect(mail.received).toHaveLength(19)
    expect((await listStates()).filter(({ state }) => state === 'failed')).toHaveLength(1)
  })
})

/** Leaves emails as a process that died 11 minutes ago did, which had begun to hand over the first ones. */
const dieWhileSending = async (begun: number) => {
  const ago = new Date(services.services.clock.now().getTime() - 11 * 60_000).toISOString()
  const rows = await services.owner.selectFrom('emails').select('id').orderBy('id').execute()
  for (const [at, { id }] of rows.entries())
    await services.owner
      .updateTable('emails')
      .set({ state: 'sending', claimed_at: ago, attempts: 1, started_at: at < begun ? ago : null })
      .where('id', '=', id)
      .execute()
}

describe('after a process died while sending', () => {
  it('an email it had begun to hand over is flagged, and the others are sent', async () => {
    await queue(3)
    await dieWhileSending(1)
    expect(await deliver()).toBe(2)
    expect(await listStates()).toEqual([
      {
        state: 'uncertain',
        error: 'The server stopped while it was sending this email.',
        attempts: 1,
        via: null,
      },
      { state: 'sent', error: null, attempts: 1, via: 'smtp' },
      { state: 'sent', error: null, attempts: 1, via: 'smtp' },
    ])
    expect(mail.received.map(({ to }) => to[0])).toEqual([
      'student-1@campus.example',
      'student-2@campus.example',
    ])
  })

  it('a one-time link that wasn’t handed over still goes out', async () => {
    await queueLink()
    await dieWhileSending(0)
    await deliver()
    expect(mail.received[0]?.email.text).toBe('https://shipmate.example/link\n')
  })

  it('what another process took back isn’t sent by one that was only slow', async () => {
    await queue(6)
    let takenBack: Promise<unknown> | undefined
    mail.behavior.content = () => {
      // as if this process had been frozen since it claimed them, and another one had queued the rest again
      takenBack ??= services.owner
        .updateTable('emails')
        .set({ state: 'queued', claimed_at: null, send_at: '2027-01-01T00:00:00Z' })
        .where('started_at', 'is', null)
        .execute()
      return takenBack.then(() => undefined)
    }
    await deliver()
    const rows = await services.owner.selectFrom('emails').select('started_at').execute()
    const begun = rows.filter(({ started_at }) => started_at !== null).length
    expect(mail.received).toHaveLength(begun)
    expect((await listStates()).filter(({ state }) => state === 'queued')).toHaveLength(6 - begun)
    expect(begun).toBeLessThan(6)
  })
})
