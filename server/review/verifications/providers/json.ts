import type { Inquiry, InquiredPerson } from '#server/platform/lib/x12/inquiry.ts'
import { dayElement, elementText } from '#server/platform/lib/x12/elements.ts'
import { readJsonAnswer } from './json-answer.ts'
import { postInquiry, type Clearinghouse } from './post-inquiry.ts'
import type { Provider } from './provider.ts'

/**
 * Posts each inquiry as JSON and reads the JSON in the answer: the shape of Change Healthcare’s eligibility v3, which
 * Stedi and Optum speak too (domain section 5).
 */
export const createJsonProvider = (clearinghouse: Clearinghouse): Provider => ({
  costCents: clearinghouse.costCents,
  send: ({ inquiry, envelope }) =>
    postInquiry(clearinghouse, {
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        authorization: clearinghouse.secret ?? '',
      },
      sent: JSON.stringify(bodyOf(inquiry, envelope.control)),
      read: readJsonAnswer,
    }),
})

/** Names are sent in the characters that X12 has, because the clearinghouse writes a 270 with them. */
const personOf = ({ firstName, lastName, birthDate }: InquiredPerson) => ({
  ...(firstName === null ? {} : { firstName: elementText(firstName, 35) }),
  lastName: elementText(lastName, 60),
  ...(birthDate === null ? {} : { dateOfBirth: dayElement(birthDate) }),
})

const bodyOf = (
  { trace, payer, inquirer, subscriber, dependent, serviceType, on }: Inquiry,
  control: number,
) => ({
  controlNumber: String(control).padStart(9, '0'),
  submitterTransactionIdentifier: trace,
  tradingPartnerServiceId: elementText(payer.id),
  provider: { organizationName: elementText(inquirer.name, 60), npi: inquirer.npi },
  subscriber: { ...personOf(subscriber), memberId: elementText(subscriber.memberId) },
  ...(dependent ? { dependents: [personOf(dependent)] } : {}),
  encounter: { serviceTypeCodes: [serviceType], dateOfService: dayElement(on) },
})
