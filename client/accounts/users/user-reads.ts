import { getUser, listSessions, listUserHistory, listUsers } from '#contract/accounts/users/endpoints.ts'

/** Endpoints to reload after a user changed. */
export const userReads = [listUsers, getUser, listUserHistory, listSessions] as const
