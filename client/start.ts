import type * as auth from '#contract/accounts/auth/endpoints.ts'
import { ownSchoolOnly, signedInOnly } from '#client/accounts/auth/guards.ts'
import { aheadOf, beginStart } from '#client/platform/lib/ahead.ts'
import { wholeSearch } from '#client/platform/lib/private-search.ts'
import { phone } from '#client/platform/lib/phone.ts'
import { sendListAhead } from '#client/records/student-periods/state/list-ahead.ts'

const meAhead = aheadOf<typeof auth.getMe>()({
  method: 'GET',
  path: '/api/me',
  reply: { envelope: 'one' },
})

/**
 * Sends the first calls of the page while its code is still loading: who the user is, then what the student list needs,
 * if the URL is a list that they may open. The queries and `call` take the responses over, once each.
 */
const sendFirstCalls = async (): Promise<void> => {
  const { pathname, search } = window.location
  const user = await meAhead({})
  const [, school, period] = /^\/schools\/([1-9]\d{0,14})\/period\/([1-9]\d{0,14})$/.exec(pathname) ?? []
  if (!user || school === undefined || period === undefined) return
  if (signedInOnly(user, pathname) !== null || ownSchoolOnly(user, school) !== null) return
  await sendListAhead(user, {
    schoolId: Number(school),
    periodId: Number(period),
    isPlain: wholeSearch(search, window.history.state) === '',
    isPhone: window.matchMedia(phone).matches,
  })
}

beginStart(sendFirstCalls)
