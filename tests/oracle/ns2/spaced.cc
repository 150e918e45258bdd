// Paced and Randomized Reno for ns-2.35, written from the text of Randomized TCP, sections III and IV, for comparison with the engine:
// a packet is sent when a timer of SRTT/w·(1 + x) expires, if the window allows; an ACK that arrives after it has expired starts
// another wait of SRTT/w·y. It is a shared library that Tcl's `load` adds to an installed ns; see measure.mjs.
#include <math.h>

#include "random.h"
#include "tcp.h"

class SpacedTcp;

class SpaceTimer : public TimerHandler {
public:
  explicit SpaceTimer(SpacedTcp *tcp) : tcp_(tcp) {}

protected:
  void expire(Event *) override;
  SpacedTcp *tcp_;
};

class SpacedTcp : public RenoTcpAgent {
public:
  SpacedTcp() : timer_(this), expired_(true), srtt_(0) {
    bind("interval_", &interval_);
    bind_bool("corrected_", &corrected_);
  }

  void fired() {
    expired_ = true;
    send_much(1, 0, 0);
  }

protected:
  double packets() {
    double w = floor(cwnd_ < wnd_ ? double(cwnd_) : wnd_);
    return w < 1 ? 1 : w;
  }

  // Exact, in addition to the coarse RTT of the retransmission timer.
  void rtt_update(double rtt) override {
    RenoTcpAgent::rtt_update(rtt);
    srtt_ = srtt_ == 0 ? rtt : 0.875 * srtt_ + 0.125 * rtt;
  }

  void rtt_init() override {
    RenoTcpAgent::rtt_init();
    srtt_ = 0;
  }

  // Equation 7 with the factor R of its derivation.
  void opencwnd() override {
    double alpha = 1;
    if (cwnd_ < ssthresh_) {
      cwnd_ += 1;
      return;
    }
    if (corrected_) {
      double w = cwnd_ < 1 ? 1 : double(cwnd_);
      double ratio = 1 + (sqrt(2 * w * interval_ * interval_ / (3 * M_PI)) + interval_ / 2) / (2 * w);
      alpha = ratio * ratio;
    }
    cwnd_ += alpha / cwnd_;
  }

  void space() {
    expired_ = false;
    timer_.resched(srtt_ / packets() * (1 + interval_ * (2 * Random::uniform() - 1)));
  }

  void send_much(int force, int reason, int maxburst) override {
    if (srtt_ == 0) {
      RenoTcpAgent::send_much(force, reason, maxburst);
      return;
    }
    if (reason == TCP_REASON_TIMEOUT) {
      timer_.force_cancel();
      expired_ = true;
      force = 1;
    }
    if (!expired_ || t_seqno_ > highest_ack_ + window() || t_seqno_ >= curseq_)
      return;
    if (!force && interval_ > 0) {
      expired_ = false;
      timer_.resched(srtt_ / packets() * interval_ * Random::uniform());
      return;
    }
    output(t_seqno_++, reason);
    space();
  }

  void output(int seqno, int reason) override {
    RenoTcpAgent::output(seqno, reason);
    if (reason == TCP_REASON_DUPACK && srtt_ > 0)
      space();
  }

  SpaceTimer timer_;
  bool expired_;
  double srtt_;
  double interval_;
  int corrected_;
};

void SpaceTimer::expire(Event *) { tcp_->fired(); }

static class SpacedTcpClass : public TclClass {
public:
  SpacedTcpClass() : TclClass("Agent/TCP/Reno/Spaced") {}
  TclObject *create(int, const char *const *) override { return new SpacedTcp; }
  void known() { bind(); }
} class_spaced;

extern "C" int Spaced_Init(Tcl_Interp *) {
  class_spaced.known();
  return TCL_OK;
}
