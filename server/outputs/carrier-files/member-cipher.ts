import * as z from 'zod/mini'
import { decrypt, encrypt, type Keys } from '#server/platform/lib/crypt.ts'
import { memberState } from './rules/member-state.ts'

/** What a file says of a student-period. */
const savedMember = z.object({
  /** What the carrier knows after the file. */
  state: memberState,
  /** The segments of the student and the dependents, as text. */
  said: z.string(),
})
type SavedMember = z.output<typeof savedMember>

/** The row with a member, so that it can’t be moved to another. */
interface MemberPlace {
  readonly fileId: number
  readonly studentPeriodId: number
}

const placeOf = ({ fileId, studentPeriodId }: MemberPlace): string =>
  `carrier_file_members:${fileId}:${studentPeriodId}`

/** Encrypts what a file says of a student-period; it can have SSNs. */
export const sealMember = (keys: Keys, place: MemberPlace, member: SavedMember): Buffer =>
  encrypt(keys, placeOf(place), JSON.stringify(member))

/** Decrypts it. Throws if it was changed or moved. */
export const openMember = (keys: Keys, place: MemberPlace, cipher: Buffer): SavedMember =>
  z.parse(savedMember, JSON.parse(decrypt(keys, placeOf(place), cipher).toString()))
