import { connect } from "node:net"
import { describeWithProgram, findProgram } from "./programs"
import { startRedis } from "./start-redis"

describeWithProgram("redis-server", "the throw-away Redis", (program) => {
  it("answers on loopback until it is stopped", async () => {
    const redis = await startRedis(program)
    try {
      expect(await say(redis.port, "PING\r\n")).toBe("+PONG\r\n")
    } finally {
      await redis.stop()
    }
    await expect(say(redis.port, "PING\r\n")).rejects.toThrow("ECONNREFUSED")
  })
})

describe("looking for a program", () => {
  it("finds a program on PATH and says when there is none", () => {
    expect(findProgram("node")).toMatch(/[/\\]node$/)
    expect(findProgram("no-such-program")).toBeNull()
  })
})

function say(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(text))
    socket.once("error", reject)
    socket.once("data", (answer) => {
      socket.destroy()
      resolve(answer.toString("utf8"))
    })
  })
}
