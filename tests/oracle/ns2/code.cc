// CODE TCP and NewVegas for ns-2.35, as sections 2.4 and 3.2 of the paper describe them, on top of ns-2's own Vegas, for comparison with the engine: once a
// round of congestion avoidance, after Vegas has decided on the window, both thresholds rise by `raise_` if the RTT grew although the window did not, and fall by one, but not below
// their first values, if the RTT did not grow. A loss that reduces the window leaves `eta_` of them (0: the first values); a timeout restores the first
// values. It is a shared library that Tcl's `load` adds to an installed ns; see measure.mjs.
#include <math.h>

#include "tcp.h"

class CodeTcp : public VegasTcpAgent {
public:
  CodeTcp() : alpha_(0), beta_(0), before_(-1, 0) {
    bind("raise_", &raise_);
    bind("eta_", &eta_);
    bind_bool("minimum_", &minimum_);
  }

  void recv(Packet *packet, Handler *handler) override {
    int seq = hdr_tcp::access(packet)->seqno();
    bool fresh = seq > last_ack_;
    bool ends = fresh && seq >= v_begseq_;
    double round = minimum_ ? least_ : last_;
    if (ends)
      least_ = -1;
    if (fresh)
      sample(seq);
    if (ends && !minimum_)
      round = last_;
    if (first_alpha_ < 0)
      restore();
    bool avoidance = cwnd_ >= ssthresh_;
    double changed = t_cwnd_changed_;
    VegasTcpAgent::recv(packet, handler);
    if (t_cwnd_changed_ != changed)
      scale();
    else if (ends && avoidance && round > 0)
      move(Round(round, cwnd_ + (v_incr_ > 0 ? 1 : 0)));
  }

  void timeout(int timer) override {
    if (timer == TCP_TIMER_RTX)
      restore();
    VegasTcpAgent::timeout(timer);
  }

protected:
  struct Round {
    Round(double rtt, double window) : rtt(rtt), window(window) {}
    double rtt, window;
  };

  // The RTT of a packet that was sent once, as Vegas measures it.
  void sample(int seq) {
    if (v_sendtime_ == NULL || v_transmits_[seq % v_maxwnd_] != 1)
      return;
    last_ = vegastime() - v_sendtime_[seq % v_maxwnd_];
    if (least_ < 0 || last_ < least_)
      least_ = last_;
  }

  // RTTs within a microsecond of each other are the same.
  void move(Round now) {
    bool longer = now.rtt > before_.rtt + 1e-6;
    if (before_.rtt > 0 && longer && now.window <= before_.window)
      set(alpha_ + raise_, beta_ + raise_);
    else if (before_.rtt > 0 && !longer && alpha_ > first_alpha_)
      set(fmax(alpha_ - 1, first_alpha_), fmax(beta_ - 1, first_beta_));
    before_ = now;
  }

  void scale() { set(fmax(eta_ * alpha_, first_alpha_), fmax(eta_ * beta_, first_beta_)); }

  void restore() {
    if (first_alpha_ < 0) {
      first_alpha_ = v_alpha_;
      first_beta_ = v_beta_;
    }
    set(first_alpha_, first_beta_);
  }

  // Vegas compares whole numbers: a backlog is below α if it is below ⌈α⌉, and above β if it is above ⌊β⌋.
  void set(double alpha, double beta) {
    alpha_ = alpha;
    beta_ = beta;
    v_alpha_ = int(ceil(alpha));
    v_beta_ = int(floor(beta));
  }

  double raise_, eta_;
  int minimum_;
  double alpha_, beta_;
  double first_alpha_ = -1, first_beta_ = -1;
  double least_ = -1, last_ = -1;
  Round before_;
};

static class CodeTcpClass : public TclClass {
public:
  CodeTcpClass() : TclClass("Agent/TCP/Vegas/Code") {}
  TclObject *create(int, const char *const *) override { return new CodeTcp; }
  void known() { bind(); }
} class_code;

extern "C" int Code_Init(Tcl_Interp *) {
  class_code.known();
  return TCL_OK;
}
