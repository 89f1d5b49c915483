import type { EligibilityStatus } from '#contract/review/verifications/choices.ts'

/** A rejection code of a payer (X12 AAA03) as staff read it. */
interface RejectionReason {
  readonly status: Extract<
    EligibilityStatus,
    'missing_request_information' | 'unable_to_send_request' | 'request_failed' | 'unknown'
  >
  readonly message: string
  readonly next_step: string
}

const missing = (message: string, next_step: string): RejectionReason => ({
  status: 'missing_request_information',
  message,
  next_step,
})
const unable = (message: string, next_step: string): RejectionReason => ({
  status: 'unable_to_send_request',
  message,
  next_step,
})
const failed = (message: string): RejectionReason => ({
  status: 'request_failed',
  message,
  next_step: 'Nothing is wrong with the form. Check again later.',
})
const unknown = (message: string, next_step: string): RejectionReason => ({
  status: 'unknown',
  message,
  next_step,
})

/** What to do if the clearinghouse is the one to ask. */
export const askClearinghouse = 'Ask the clearinghouse. Nothing is wrong with the form.'
/** What to do if the details that were sent may be wrong. */
export const compareCard =
  'Check the name and member ID against the card. Confirm the birth date with the student.'
const enrollmentWithPayer = 'Enroll the organization’s NPI with this insurance company at the clearinghouse.'

/** The rejection codes by what they mean for a waiver. Codes that aren’t here say nothing usable. */
export const rejectionReasons: Readonly<Record<string, RejectionReason>> = {
  '15': missing('The insurance company needs more information.', compareCard),
  '33': missing('The insurance company couldn’t read the inquiry.', compareCard),
  '56': missing('The insurance company doesn’t accept the date.', 'Check the dates of the policy year.'),
  '57': missing(
    'The insurance company doesn’t accept the date of service.',
    'Check the dates of the policy year.',
  ),
  '58': missing(
    'The insurance company couldn’t use the birth date.',
    'Ask for the birth dates of the student and the subscriber.',
  ),
  '60': missing('The birth date is after the date of the check.', 'Correct the birth date.'),
  '61': missing('The insurance company’s records say the member died before this date.', compareCard),
  '62': missing(
    'The insurance company doesn’t accept inquiries for this date.',
    'Check again with a date in the policy year.',
  ),
  '63': missing(
    'The insurance company doesn’t accept inquiries for future dates.',
    'Check again when the policy year begins.',
  ),
  '64': missing('The insurance company couldn’t use the patient ID.', 'Ask for the member ID.'),
  '65': missing('The insurance company couldn’t use the student’s name.', 'Correct the student’s name.'),
  '66': missing(
    'The insurance company needs the student’s gender.',
    'Add the gender to the student’s record.',
  ),
  '69': missing('The inquiry doesn’t fit the patient’s age.', 'Confirm the birth date with the student.'),
  '70': missing(
    'The inquiry doesn’t fit the patient’s gender.',
    'Confirm the gender on file with the student.',
  ),
  '72': missing(
    'The insurance company couldn’t use the member ID.',
    'Ask the student for the member ID exactly as it appears on the card.',
  ),
  '73': missing(
    'The insurance company couldn’t use the subscriber’s name.',
    'Ask for the subscriber’s name.',
  ),
  '74': missing('The insurance company needs the subscriber’s gender.', compareCard),
  T4: missing('The insurance company is missing.', 'Choose the insurance company.'),

  '04': unable('You’ve reached the insurance company’s limit on inquiries.', askClearinghouse),
  '35': unable('This organization is out of network for the insurance company.', askClearinghouse),
  '41': unable('The organization can’t send inquiries to this insurance company.', enrollmentWithPayer),
  '43': unable(
    'The insurance company doesn’t accept the organization’s NPI.',
    'Correct the NPI in School settings.',
  ),
  '44': unable(
    'The insurance company doesn’t accept the organization’s name.',
    'Correct the organization in School settings.',
  ),
  '45': unable('The insurance company doesn’t accept the organization’s specialty.', askClearinghouse),
  '46': unable('The insurance company doesn’t accept the organization’s phone number.', askClearinghouse),
  '47': unable('The insurance company doesn’t accept the organization’s state.', askClearinghouse),
  '48': unable('The insurance company doesn’t accept the organization’s referral ID.', askClearinghouse),
  '49': unable('The insurance company responds to primary care providers only.', askClearinghouse),
  '50': unable(
    'This organization isn’t eligible to send inquiries to the insurance company.',
    enrollmentWithPayer,
  ),
  '51': unable('The insurance company doesn’t know the organization’s NPI.', enrollmentWithPayer),
  '53': unable('The insurance company doesn’t respond to this kind of organization.', askClearinghouse),
  '79': unable(
    'The clearinghouse doesn’t recognize this insurance company.',
    'Correct the payer ID of the insurance company.',
  ),
  '97': unable('The insurance company doesn’t accept the organization’s address.', askClearinghouse),

  '42': failed('The insurance company can’t respond right now.'),
  '80': failed('The insurance company didn’t respond.'),

  '52': unknown(
    'The date is outside this organization’s enrollment with the insurance company.',
    compareCard,
  ),
  '67': unknown('The insurance company didn’t find the student.', compareCard),
  '68': unknown('The insurance company found more than one student with this ID.', compareCard),
  '71': unknown('The birth date doesn’t match the insurance company’s records.', compareCard),
  '75': unknown('The insurance company didn’t find the subscriber.', compareCard),
  '76': unknown('The insurance company found more than one subscriber with this ID.', compareCard),
  '77': unknown(
    'The insurance company found the subscriber, but not the student.',
    'Ask whether the plan covers the student.',
  ),
  '78': unknown('The subscriber isn’t in this group or plan.', 'Ask for the current group number and card.'),
}

/** The codes that another attempt with fewer or other details may answer (docs/domain.md, “Eligibility checks”). */
export const notFoundCodes: readonly string[] = ['71', '75', '77']
