import { Resolver } from 'node:dns/promises'
import type * as endpoints from '#contract/mail/email-delivery/endpoints.ts'
import { listSetUpHistory } from '#server/platform/history/index.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { pageMetaOf } from '#server/platform/lib/table.ts'
import { checkConnection, noMailServer } from './connections/check-connection.ts'
import { checkDomain, dnsPatience } from './connections/check-domain.ts'
import { readDeliveryReport } from './queries/report.ts'
import { addSuppressed, removeSuppressed } from './commands/suppress.ts'
import { getSuppressed, listSuppressed } from './queries/suppression.ts'

export const handlers: Handlers<typeof endpoints> = {
  getDeliveryReport: (context) => readDeliveryReport(context),

  testConnection: {
    // before the transaction: a slow mail server mustn't hold a connection to the database
    prove: async ({ services }) => {
      const { smtpUrl } = services.settings
      const result = smtpUrl === null ? noMailServer : await checkConnection(smtpUrl)
      return () => result
    },
  },

  checkSenderDomain: async ({ services }, { query }) => {
    const domain = services.settings.emailFrom?.split('@').at(-1)?.toLowerCase()
    if (domain === undefined) return null
    const { dkim } = services.settings
    const asked = query.selector === undefined ? null : { selector: query.selector, domain }
    return { domain, checks: await checkDomain(new Resolver(dnsPatience), domain, asked ?? dkim) }
  },

  listSuppressedAddresses: async (context, { query }) => {
    const { rows, total } = await listSuppressed(context, query)
    return { data: rows, meta: pageMetaOf(query, total, rows.length) }
  },

  addSuppressedAddress: async (context, { body }) =>
    getSuppressed(context, await addSuppressed(context, body)),

  listSuppressionHistory: (context, { query }) =>
    listSetUpHistory(context, { type: 'suppressed_address' }, query),

  removeSuppressedAddress: (context, { params }) => removeSuppressed(context, params.id),
}
