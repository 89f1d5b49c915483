/** Whether a user can sign in: `invited` until their first sign-in. */
export const userStates = ['active', 'invited', 'disabled'] as const
export type UserState = (typeof userStates)[number]

export const userStateLabels: Record<UserState, string> = {
  active: 'Active',
  invited: 'Invited',
  disabled: 'Disabled',
}
