export { printFirstAdminLink } from './commands/first-admin.ts'
