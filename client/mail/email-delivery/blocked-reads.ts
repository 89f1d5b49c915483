import {
  getDeliveryReport,
  listSuppressedAddresses,
  listSuppressionHistory,
} from '#contract/mail/email-delivery/endpoints.ts'

/** The endpoints to reload when an address is blocked or unblocked. */
export const blockedReads = [listSuppressedAddresses, listSuppressionHistory, getDeliveryReport] as const
