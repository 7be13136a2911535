/** Where the set-up and health page is. */
export const SETUP_PATH = "/settings/crypto-payments"
