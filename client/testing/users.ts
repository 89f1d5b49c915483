import type { Me } from '#contract/accounts/auth/shapes.ts'

const base: Me = {
  id: 1,
  first_name: 'Dana',
  last_name: 'Whitlock',
  email: 'dana@shipmate.example',
  permission: 'shipmate_admin',
  schools: [],
  two_factor_enabled: false,
  two_factor_required: false,
  idle_minutes: 15,
  emergency_ends_at: null,
}

/** A Shipmate Admin. */
export const admin = base

/** A Shipmate Admin who hasn't set up two-factor authentication. */
export const adminWithoutTwoFactor: Me = { ...base, two_factor_required: true }

/** A school admin of schools 7 and 9. */
export const schoolAdmin: Me = {
  ...base,
  id: 5,
  permission: 'school_admin',
  schools: [
    { id: 7, name: 'Harborview University', logo_url: null, latest_period_id: 70 },
    { id: 9, name: 'Northgate College', logo_url: null, latest_period_id: null },
  ],
}
