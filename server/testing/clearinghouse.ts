import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { readInquiry } from '#server/platform/lib/x12/inquiry.ts'
import { writeResponse } from '#server/platform/lib/x12/write-response.ts'
import * as z from 'zod/mini'
import { ownCertificate } from './own-certificate.ts'

/** What the clearinghouse was sent. */
export interface ReceivedInquiry {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Answers a request in whatever way. */
export type Behavior = (request: ReceivedInquiry, response: ServerResponse) => void

export interface TestClearinghouse {
  /** Its address, for X12 and JSON alike. */
  readonly url: string
  readonly received: ReceivedInquiry[]
  /** How it answers; at first that the plan is active, in the language it’s asked in. */
  behavior: Behavior
  close(): Promise<void>
}

/** Starts a real HTTP or HTTPS server on a free port that speaks both protocols of clearinghouses. */
export const startClearinghouse = async (isSecure = false): Promise<TestClearinghouse> => {
  const received: ReceivedInquiry[] = []
  const made = { received, behavior: answerActive }
  const server = isSecure ? createSecureServer(ownCertificate) : createServer()
  server.on('request', (request, response) => {
    text(request).then(
      (body) => {
        const inquiry = { path: request.url ?? '', headers: request.headers, body }
        received.push(inquiry)
        made.behavior(inquiry, response)
      },
      // the client hung up
      () => response.destroy(),
    )
  })
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', () => done())
  })
  // listening on a port, so it isn't the path of a pipe
  const { port } = server.address() as AddressInfo
  return Object.assign(made, {
    url: `${isSecure ? 'https' : 'http'}://127.0.0.1:${port}/eligibility`,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  })
}

/** Answers that the plan is active, about whomever it’s asked. */
export const answerActive: Behavior = ({ headers, body }, response) => {
  if (headers['content-type'] === 'application/json')
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(activeJson(body)))
  else response.writeHead(200, { 'content-type': 'application/edi-x12' }).end(activeX12(body))
}

/** Returns a 271 that says that the plan is active, to the inquiry in a 270. */
export const activeX12 = (body: string): string => {
  const inquiry = readInquiry(body)
  const details = { messages: [], entities: [], days: [], network: '', period: '', amount: null }
  return writeResponse(
    {
      sender: 'CLEARING',
      receiver: 'SHIPMATE',
      control: 9,
      at: new Date('2026-11-20T15:00:00Z'),
      isTest: false,
    },
    inquiry,
    {
      rejections: [],
      groupNumber: 'G7420',
      days: [{ qualifier: '346', begins: '2026-01-01', ends: null }],
      benefits: [
        {
          ...details,
          code: '1',
          level: 'IND',
          serviceTypes: [inquiry.serviceType],
          insuranceType: 'PR',
          planName: 'CHOICE PPO',
        },
      ],
    },
  )
}

const asked = z.object({
  submitterTransactionIdentifier: z.string(),
  tradingPartnerServiceId: z.string(),
  subscriber: z.looseObject({}),
  dependents: z.optional(z.array(z.looseObject({}))),
  encounter: z.object({ serviceTypeCodes: z.array(z.string()) }),
})

const activeJson = (body: string): object => {
  const inquiry = z.parse(asked, JSON.parse(body))
  return {
    submitterTransactionIdentifier: inquiry.submitterTransactionIdentifier,
    payer: { name: 'HARBOR HEALTH', payorIdentification: inquiry.tradingPartnerServiceId },
    subscriber: inquiry.subscriber,
    dependents: inquiry.dependents ?? [],
    planInformation: { groupNumber: 'G7420' },
    planDateInformation: { planBegin: '20260101' },
    benefitsInformation: [
      {
        code: '1',
        name: 'Active Coverage',
        coverageLevelCode: 'IND',
        serviceTypeCodes: inquiry.encounter.serviceTypeCodes,
        insuranceTypeCode: 'PR',
        planCoverage: 'CHOICE PPO',
      },
    ],
    errors: [],
  }
}
