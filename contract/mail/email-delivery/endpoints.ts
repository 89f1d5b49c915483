import * as z from 'zod/mini'
import { empty, endpoint, one, page } from '#contract/platform/endpoint.ts'
import { idParams } from '#contract/platform/fields.ts'
import { historyColumns, historyEntry } from '#contract/platform/history/shapes.ts'
import { tableQuery } from '#contract/platform/table-query.ts'
import {
  connectionTest,
  deliveryReport,
  dkimSelector,
  newSuppressedAddress,
  senderDomain,
  suppressedAddress,
  suppressedAddressColumns,
} from './shapes.ts'

export const getDeliveryReport = endpoint({
  method: 'GET',
  path: '/api/email-delivery',
  access: 'admin',
  summary: 'Returns how emails were delivered in the last 30 days, by day and school, and which are queued.',
  reply: one(deliveryReport),
})

export const testConnection = endpoint({
  method: 'POST',
  path: '/api/email-delivery/test-connection',
  access: 'admin',
  limit: 'outsideChecks',
  summary: 'Connects and signs in to the mail server without sending anything. Takes up to 15 seconds.',
  reply: one(connectionTest),
})

export const checkSenderDomain = endpoint({
  method: 'GET',
  path: '/api/email-delivery/sender-domain',
  access: 'admin',
  limit: 'outsideChecks',
  summary: 'Looks up SPF, DKIM and DMARC of the domain that emails come from. Null without a sender address.',
  query: z.strictObject({ selector: z.optional(dkimSelector) }),
  reply: one(z.nullable(senderDomain)),
})

export const listSuppressedAddresses = endpoint({
  method: 'GET',
  path: '/api/suppressed-addresses',
  access: 'admin',
  limit: 'searches',
  summary: 'Lists addresses that get no emails, newest first.',
  query: z.strictObject(tableQuery(suppressedAddressColumns)),
  reply: page(suppressedAddress),
})

export const addSuppressedAddress = endpoint({
  method: 'POST',
  path: '/api/suppressed-addresses',
  access: 'admin',
  summary: 'Adds an address that gets no more emails. 409 if it’s there.',
  body: newSuppressedAddress,
  idempotent: true,
  reply: one(suppressedAddress),
  status: 201,
})

export const listSuppressionHistory = endpoint({
  method: 'GET',
  path: '/api/suppressed-addresses/history',
  access: 'admin',
  limit: 'searches',
  summary: 'Lists additions to and removals from the addresses that get no emails, newest first.',
  query: z.strictObject(tableQuery(historyColumns)),
  reply: page(historyEntry),
})

export const removeSuppressedAddress = endpoint({
  method: 'DELETE',
  path: '/api/suppressed-addresses/:id',
  access: 'admin',
  summary: 'Removes an address, so that it gets emails again.',
  params: idParams,
  reply: empty(),
})
